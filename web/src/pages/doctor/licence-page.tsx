import { formatDay, type OwnLicence, parseLagosDate } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Banner } from '../../components/banner.tsx'
import { NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/licences.ts'
import { LicenceForm } from '../../features/licences/licence-form.tsx'
import { maySend, standingWords } from '../../features/licences/policy.ts'
import { useLicence } from '../../features/licences/queries.ts'
import { fill } from '../../lib/fill.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

/** The practising licence of a doctor: the state of its check, and the form that submits it. */
export function LicencePage() {
  return useProfile()?.type === 'doctor' ? <DoctorsLicence /> : <NotForThem />
}

function DoctorsLicence() {
  useTitle(copy.practisingLicence)
  const cache = useQueryClient()
  const asked = useLicence()
  const own = asked.data?.data
  const again = () => void asked.refetch()
  return (
    <div className="page grow space-y-6 py-4 md:py-8">
      <DoctorSwitch />
      <h1>{copy.practisingLicence}</h1>
      {own ? (
        <>
          <Standing own={own} />
          {maySend(own) ? (
            <Sending own={own} onSent={() => void cache.invalidateQueries({ queryKey: ['licence'] })} />
          ) : null}
        </>
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <Skeleton className="h-40 w-full" />
        </Waiting>
      )}
    </div>
  )
}

function Standing({ own }: { own: OwnLicence }) {
  const { tone, title, says } = standingWords(own)
  const { licence, waiting } = own
  const until = licence && parseLagosDate(licence.countsUntil)
  return (
    <div className="space-y-4" aria-live="polite">
      <Banner tone={tone} title={title}>
        <p>{says}</p>
        {licence?.note ? <p className="mt-2">{fill(copy.weWrote, { note: licence.note })}</p> : null}
      </Banner>
      {licence ? (
        <dl className="rounded-card border-hair bg-card grid gap-x-6 gap-y-3 border p-4 sm:grid-cols-3">
          <Fact name={copy.folioNumber} value={licence.folioNumber} />
          <Fact name={copy.year} value={String(licence.year)} />
          {until ? <Fact name={copy.validUntil} value={`${formatDay(until)} ${until.slice(0, 4)}`} /> : null}
        </dl>
      ) : null}
      {waiting ? (
        <Banner
          tone={waiting.standing === 'asked' ? 'warn' : 'info'}
          title={
            waiting.standing === 'asked'
              ? fill(copy.waitingAsked, { year: waiting.year })
              : fill(copy.waitingChecked, { year: waiting.year })
          }
        >
          <p>{waiting.note ? fill(copy.weWrote, { note: waiting.note }) : copy.waitingSays}</p>
        </Banner>
      ) : null}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}

function Sending({ own, onSent }: { own: OwnLicence; onSent: () => void }) {
  const title = own.standing === 'accepted' ? copy.sendNext : own.licence ? copy.sendAgain : copy.yourLicence
  const now = new Date()
  const year = own.standing === 'accepted' && own.licence ? own.licence.year + 1 : now.getFullYear()
  return (
    <section aria-labelledby="send-licence" className="space-y-4">
      <h2 id="send-licence">{title}</h2>
      <LicenceForm
        key={own.standing}
        folioNumber={own.licence?.folioNumber ?? ''}
        {...{ year, now, onSent }}
      />
    </section>
  )
}
