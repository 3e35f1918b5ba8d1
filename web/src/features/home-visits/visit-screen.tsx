import type { RoundVisit } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { BackLink } from '../../components/navigation.tsx'
import * as copy from '../../copy/home-visits.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { DeliverStep } from './deliver-step.tsx'
import { DoorStep } from './door-step.tsx'
import { PhotosSent } from './photo/photos-sent.tsx'
import { countedWords, isShort, standingOf, stepOf, timesOf, wantedTubes } from './policy.ts'
import { doAct } from './round-desk.ts'
import { visitWhen } from './round-list.tsx'
import { SampleStep } from './sample-step.tsx'
import { VisitPlace } from './visit-place.tsx'

const MissDialog = lazy(async () => ({ default: (await import('./miss-dialog.tsx')).MissDialog }))

/** One visit: its address, and the next step. */
export function VisitScreen({ visit, isWaiting }: { visit: RoundVisit; isWaiting: boolean }) {
  const { words, tone } = standingOf(visit)
  const step = stepOf(visit)
  return (
    <article className="space-y-5">
      <header>
        <BackLink to="/portal/phlebotomist">{copy.roundTitle}</BackLink>
        <h1>{visit.patient.name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="tabular-nums">{visitWhen(visit.time)}</b>
          <Tag tone={tone}>{words}</Tag>
          {isWaiting ? <Tag tone="warn">{copy.notSentYet}</Tag> : null}
        </p>
      </header>
      {step === 'set_off' || step === 'door' ? <VisitPlace visit={visit} /> : null}
      {step === 'set_off' ? (
        <>
          <Tubes visit={visit} />
          <SetOff visit={visit} />
        </>
      ) : null}
      {step === 'door' ? <DoorStep key={visit.round} visit={visit} /> : null}
      {step === 'samples' ? <SampleStep key={visit.round} visit={visit} /> : null}
      {step === 'deliver' ? <DeliverStep visit={visit} /> : null}
      {step === 'done' ? <Over visit={visit} /> : null}
      {step === 'deliver' || step === 'done' ? <PhotosSent visit={visit} /> : null}
      {step === 'set_off' || step === 'door' || step === 'samples' ? <NotTaken visit={visit} /> : null}
    </article>
  )
}

/** Sets off; not before the patient can expect it. */
function SetOff({ visit }: { visit: RoundVisit }) {
  const now = useNow()
  const { setOffFrom } = timesOf(visit)
  if (now < setOffFrom)
    return <p className="text-muted">{fill(copy.setOffFrom, { time: clockTime(setOffFrom) })}</p>
  return (
    <div className="grid *:w-full">
      <Button
        look="primary"
        onClick={() => void doAct({ verb: 'set_off', visit: visit.id, round: visit.round })}
      >
        {copy.setOff}
      </Button>
    </div>
  )
}

/** The tubes to bring. */
function Tubes({ visit }: { visit: RoundVisit }) {
  const wanted = wantedTubes(visit)
  const containers = [...new Set(wanted.map(({ container }) => container))]
  return (
    <section aria-labelledby="bring">
      <h2 id="bring" className="heading-small">
        {copy.tubesTitle}
      </h2>
      <ul className="mt-2 space-y-2">
        {containers.map((container) => (
          <li key={container} className="flex gap-3">
            <b className="shrink-0 whitespace-nowrap tabular-nums">
              {wanted.filter((tube) => tube.container === container).length} ×
            </b>
            <span className="min-w-0">{container}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NotTaken({ visit }: { visit: RoundVisit }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex justify-center">
      <Button look="quiet" onClick={() => setAsking(true)}>
        {copy.noSampleTaken}
      </Button>
      {asking ? (
        <Suspense>
          <MissDialog visit={visit} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

function Over({ visit }: { visit: RoundVisit }) {
  const { state, delivered } = visit
  if (state === 'delivered' && delivered) {
    const { count, received } = delivered
    const words = countedWords(visit)
    return (
      <Banner tone={isShort(visit) ? 'warn' : 'ok'} title={plural(copy.deliveredTitle, count)}>
        {words ? <p className="font-semibold">{words}</p> : null}
        <p>{received === 0 ? copy.deliveredUnconfirmed : fill(copy.deliveredConfirmed, { received })}</p>
      </Banner>
    )
  }
  if (state === 'missed') {
    return (
      <Banner tone="warn" title={copy.visitMissedTitle}>
        <p>{copy.visitMissed}</p>
      </Banner>
    )
  }
  return (
    <Banner tone="warn" title={copy.visitCancelledTitle}>
      <p>{copy.visitCancelled}</p>
    </Banner>
  )
}
