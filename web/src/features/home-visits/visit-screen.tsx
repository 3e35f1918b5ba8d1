import type { RoundVisit } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button, buttonClass, IconButton } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { CodeInput } from '../../components/code-input.tsx'
import { CallIcon } from '../../components/first-icons.tsx'
import { DirectionsIcon, FastingIcon, MinusIcon, PlusIcon } from '../../components/icons.tsx'
import { BackLink } from '../../components/navigation.tsx'
import * as copy from '../../copy/home-visits.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, phoneShown } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { PhotosSent } from './photo/photo-list.tsx'
import { countedWords, isShort, passesCheck, statusOf, stepOf, timesOf, wantedTubes } from './policy.ts'
import { doAct } from './round-desk.ts'
import { visitWhen } from './round-list.tsx'
import { SampleStep } from './sample-step.tsx'

const MissDialog = lazy(async () => ({ default: (await import('./miss-dialog.tsx')).MissDialog }))

/** One visit: its address, and the next step. */
export function VisitScreen({ visit, isWaiting }: { visit: RoundVisit; isWaiting: boolean }) {
  const { words, tone } = statusOf(visit)
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
      {step === 'done' ? <VisitOver visit={visit} /> : null}
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

function VisitOver({ visit }: { visit: RoundVisit }) {
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

/** The patient tells the code from their order's page, so that both know they have the right person. */
function DoorStep({ visit }: { visit: RoundVisit }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)

  async function start(digits: string): Promise<void> {
    if (digits.length < 6) return setError(copy.doorCodeShort)
    if (visit.door && !(await passesCheck(visit.door, digits))) {
      return setError(copy.doorCodeWrong)
    }
    setError(null)
    await doAct({ verb: 'arrive', visit: visit.id, round: visit.round, code: digits })
  }

  return (
    <div className="space-y-4">
      <CodeInput
        value={code}
        length={6}
        label={copy.doorCode}
        hint={copy.doorCodeHint}
        error={error}
        onText={(digits) => {
          setCode(digits)
          setError(null)
        }}
      />
      <div className="grid *:w-full">
        <Button look="primary" onClick={() => void start(code)}>
          {copy.doorStart}
        </Button>
      </div>
    </div>
  )
}

/**
 * A link to the patient's address. On Android it opens the phone's own map app, so that no other party gets the address;
 * other systems do not support such a link.
 */
function wayTo(address: string): string {
  if (/Android/.test(navigator.userAgent)) return `geo:0,0?q=${encodeURIComponent(address)}`
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address })}`
}

/** Where the patient is, and how to reach them. */
function VisitPlace({ visit }: { visit: RoundVisit }) {
  const { place, patient, fastingHours } = visit
  return (
    <Card as="section" labelledBy="where">
      <h2 id="where" className="sr-only">
        {copy.placeTitle}
      </h2>
      <p className="heading-small">{place.address}</p>
      {place.landmark ? <p className="mt-1">{fill(copy.placeNear, { landmark: place.landmark })}</p> : null}
      {fastingHours > 0 ? (
        <p className="text-warn mt-3 flex items-start gap-2 font-semibold">
          <FastingIcon className="mt-0.5 shrink-0" />
          {plural(copy.placeFasting, fastingHours)}
        </p>
      ) : null}
      <div className="mt-4 grid grid-cols-2 gap-3">
        <a className={buttonClass('secondary', true)} href={`tel:+${patient.phone}`}>
          <CallIcon />
          <span>
            {copy.placeCall}
            <span className="sr-only"> {phoneShown(patient.phone)}</span>
          </span>
        </a>
        <a className={buttonClass('secondary', true)} href={wayTo(place.address)} rel="noreferrer">
          <DirectionsIcon />
          {copy.placeDirections}
        </a>
      </div>
    </Card>
  )
}

/** Hands the specimens over to the lab, with their number. The lab confirms each by receiving it. */
function DeliverStep({ visit }: { visit: RoundVisit }) {
  const most = visit.tubes.length
  const [count, setCount] = useState(most)
  const { lab } = visit
  return (
    <>
      <Card as="section" labelledBy="deliver">
        <h2 id="deliver">{copy.deliverTitle}</h2>
        <p className="heading-small mt-2">{lab.name}</p>
        <p>
          {lab.location}, {lab.address}
        </p>
        <fieldset className="mt-4 flex flex-wrap items-center gap-4">
          <legend className="mb-2 font-semibold">{copy.deliverCount}</legend>
          <IconButton name={copy.deliverOneFewer} disabled={count <= 1} onClick={() => setCount(count - 1)}>
            <MinusIcon size={28} />
          </IconButton>
          <output
            aria-live="polite"
            className="font-head text-h1 min-w-12 text-center font-bold tabular-nums"
          >
            {count}
          </output>
          <IconButton name={copy.deliverOneMore} disabled={count >= most} onClick={() => setCount(count + 1)}>
            <PlusIcon size={28} />
          </IconButton>
        </fieldset>
        {count < most ? (
          <p className="text-warn mt-2 font-semibold">{plural(copy.deliverFewer, most - count)}</p>
        ) : null}
      </Card>
      <div className="grid *:w-full">
        <Button
          look="primary"
          onClick={() => void doAct({ verb: 'deliver', visit: visit.id, round: visit.round, count })}
        >
          {copy.delivered}
        </Button>
      </div>
    </>
  )
}
