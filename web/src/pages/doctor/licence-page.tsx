import { formatDay, type OwnLicence, parseLagosDate } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field, GroupFrame } from '../../components/field.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/licences.ts'
import * as shared from '../../copy/shared.ts'
import { licenceYears, maySend, refusedDocument, statusWords } from '../../features/licences/policy.ts'
import { send, useLicence } from '../../features/licences/queries.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

/** The practising licence of a doctor: the state of its check, and the form that submits it. */
export function LicencePage() {
  return useProfile()?.type === 'doctor' ? <DoctorsLicence /> : <NotForThem />
}

function DoctorsLicence() {
  useTitle(copy.practisingLicence)
  const cache = useQueryClient()
  const query = useLicence()
  const own = query.data?.data
  const again = () => void query.refetch()
  return (
    <div className="page grow space-y-6 py-4 md:py-8">
      <DoctorSwitch />
      <h1>{copy.practisingLicence}</h1>
      {own ? (
        <>
          <LicenceStatus own={own} />
          {maySend(own) ? (
            <Sending own={own} onSent={() => void cache.invalidateQueries({ queryKey: ['licence'] })} />
          ) : null}
        </>
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <Skeleton className="h-40 w-full" />
        </NotLoaded>
      )}
    </div>
  )
}

function LicenceStatus({ own }: { own: OwnLicence }) {
  const { tone, title, says } = statusWords(own)
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

type FormProps = {
  readonly folioNumber: string
  /** The year selected at first. */
  readonly year: number
  readonly now: Date
  readonly onSent: () => void
}

/** Sends the practising licence of a year. The typed values and the file stay if sending fails. */
function LicenceForm({ folioNumber, year: first, now, onSent }: FormProps) {
  const years = licenceYears(now)
  const [folio, setFolio] = useTypedState('licence folio', folioNumber)
  const [year, setYear] = useTypedState('licence year', String(first))
  const [file, setFile] = useState<File | null>(null)
  const [looked, setLooked] = useState(false)
  const sending = useAct()
  const own = useId()
  /** One id per content, so that retries count as one submission. */
  const id = useRef(crypto.randomUUID())
  const change = (take: () => void) => {
    id.current = crypto.randomUUID()
    sending.forget()
    take()
  }
  const problems = {
    folio: /^[A-Z0-9][A-Z0-9/ -]{1,18}[A-Z0-9]$/i.test(folio.trim()) ? null : copy.folioWrong,
    file: file ? refusedDocument(file) : copy.fileMissing,
  }

  function submit(): void {
    setLooked(true)
    const wrong = problems.folio ? `${own}-folio` : problems.file ? `${own}-file` : null
    if (wrong || !file) {
      document.getElementById(wrong ?? `${own}-file`)?.focus()
      return
    }
    sending.run(async () => {
      await send({ id: id.current, folioNumber: folio, year: Number(year) }, file)
      toast.success(copy.licenceSent)
      setFile(null)
      setLooked(false)
      onSent()
    })
  }

  return (
    <Form className="max-w-column space-y-5" onSubmit={submit}>
      <Field
        id={`${own}-folio`}
        label={copy.folioNumber}
        hint={copy.folioHint}
        maxLength={20}
        autoCapitalize="characters"
        autoComplete="off"
        value={folio}
        onText={(text) => change(() => setFolio(text))}
        error={looked ? problems.folio : null}
      />
      <SelectField
        label={copy.licenceYear}
        value={year}
        options={years.map((one) => ({ value: String(one), label: String(one) }))}
        onChosen={(chosen) => change(() => setYear(chosen))}
      />
      <GroupFrame
        id={`${own}-document`}
        label={copy.documentLabel}
        hint={copy.documentHint}
        error={looked ? problems.file : null}
      >
        <FileChoice id={`${own}-file`} file={file} onFile={(chosen) => change(() => setFile(chosen))} />
      </GroupFrame>
      <NotDone failure={sending.failure} title={copy.notSent} />
      <Button look="primary" type="submit" wide working={sending.working} workingText={shared.sending}>
        {copy.sendLicence}
      </Button>
    </Form>
  )
}

function FileChoice({ id, file, onFile }: { id: string; file: File | null; onFile: (file: File) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileButton id={id} accept="image/jpeg,image/png,image/webp,application/pdf" onFile={onFile}>
        {file ? copy.chooseAnotherFile : copy.chooseFile}
      </FileButton>
      {file ? <span className="min-w-0 truncate">{file.name}</span> : null}
    </div>
  )
}
