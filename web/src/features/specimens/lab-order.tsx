import type { LabOrder } from '@labalaba/contract'
import { Fragment, useState } from 'react'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { KeySign } from '../../components/keys.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/specimens.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { bornWords, type NextAct, nextAct } from './policy.ts'
import { checkPatientIn, collectAll, receive, saveLabels } from './queries.ts'

const says: Readonly<Record<Exclude<NextAct, null>, { title: string; words: string; button: string }>> = {
  checkIn: {
    title: copy.checkInTitle,
    words: copy.checkInSays,
    button: copy.checkIn,
  },
  attend: {
    title: copy.attendTitle,
    words: copy.attendSays,
    button: copy.attend,
  },
  print: {
    title: copy.printTitle,
    words: copy.printSays,
    button: copy.printLabels,
  },
  collect: {
    title: copy.collectTitle,
    words: copy.collectSays,
    button: copy.collectAll,
  },
  receive: {
    title: copy.receiveTitle,
    words: copy.receiveSays,
    button: copy.receiveAll,
  },
}

/** What the order waits for, if the user has nothing to do. */
function stillWords({ state, stage, mode }: LabOrder): string {
  if (state === 'cancelled') return copy.stillCancelled
  if (stage === 'to_come' && mode === 'sampleCollection') return copy.stillHomeVisit
  if (stage === 'in_lab') return copy.stillInLab
  if (stage === 'done') return copy.stillDone
  return copy.stillOthers
}

/** The title if nothing is to be done with the specimens. */
function stillTitle({ stage }: LabOrder): string {
  if (stage === 'in_lab') return copy.stillInLabTitle
  return stage === 'done' ? copy.stillDoneTitle : copy.stillTitle
}

type NextStepProps = {
  order: LabOrder
  onOrder: (order: LabOrder) => void
  /** The URL of the order's results, once a specimen can be examined. */
  resultsAt: string | null
}

/** The next act on an order, and a print button next to it. */
export function NextStep({ order, onOrder, resultsAt }: NextStepProps) {
  const act = useAct()
  const [isPrinted, setPrinted] = useState(false)
  const next = nextAct(order, isPrinted)

  async function perform(what: Exclude<NextAct, null>): Promise<void> {
    if (what === 'print') {
      await saveLabels(order.reference, 'single')
      setPrinted(true)
      return
    }
    if (what === 'receive') {
      const waiting = order.specimens.filter(({ state }) => state === 'collected')
      const received = await receive(waiting)
      if (received) onOrder(received)
      toast.success(plural(copy.samplesReceived, waiting.length))
      return
    }
    onOrder(await (what === 'checkIn' ? checkPatientIn(order) : collectAll(order)))
    toast.success(what === 'checkIn' ? copy.checkedIn : what === 'attend' ? copy.attended : copy.collectedAll)
  }

  const words = next ? says[next] : null
  return (
    <Card as="section" labelledBy="next">
      <h2 id="next">{words?.title ?? stillTitle(order)}</h2>
      <p className="text-muted max-w-words mt-1">{words?.words ?? stillWords(order)}</p>
      {act.failure ? (
        <div className="mt-3">
          <NotDone failure={act.failure} title={copy.stepFailed} offline={copy.stepUnheard} />
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {next && words ? (
          <Button
            wide
            look="primary"
            working={act.working}
            workingText={copy.working}
            aria-keyshortcuts="n"
            onClick={() => act.run(() => perform(next))}
          >
            {words.button}
            <KeySign letter="n" />
          </Button>
        ) : null}
        {resultsAt ? (
          <LinkButton wide look={words ? 'secondary' : 'primary'} to={resultsAt} aria-keyshortcuts="r">
            {shared.results}
            <KeySign letter="r" />
          </LinkButton>
        ) : null}
        {order.may.collect && next === 'print' ? (
          <Button wide working={act.working} onClick={() => act.run(() => perform('collect'))}>
            {says.collect.button}
          </Button>
        ) : null}
        {order.may.print && next !== 'print' ? (
          <Button
            wide
            working={act.working}
            aria-keyshortcuts="l"
            onClick={() => act.run(() => perform('print'))}
          >
            {copy.printLabels}
            <KeySign letter="l" />
          </Button>
        ) : null}
        {order.may.print ? (
          <Button
            wide
            look="quiet"
            working={act.working}
            onClick={() =>
              act.run(async () => {
                await saveLabels(order.reference, 'sheet')
                setPrinted(true)
              })
            }
          >
            {copy.printSheet}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

/** The patient of the specimens, as on the label. */
export function PatientFacts({ order }: { order: LabOrder }) {
  const { patient, place, mode, collectionDate, collectionTime } = order
  const now = useNow()
  const how =
    mode === 'sampleCollection' && collectionDate
      ? fill(copy.homeVisitAt, { day: longDay(collectionDate), time: clockTime(collectionTime ?? '') })
      : copy.walkIn
  const facts = [
    { label: copy.factBorn, value: bornWords(patient.bornOn, now) },
    { label: copy.factSex, value: patient.despiteSex ? fill(copy.sexDespite, patient) : patient.gender },
    {
      label: copy.factPhone,
      value: (
        <a href={`tel:${patient.phone.replaceAll(' ', '')}`} className="min-h-row inline-flex items-center">
          {patient.phone}
        </a>
      ),
    },
    { label: copy.factComesBy, value: how },
    ...(order.requestedBy ? [{ label: copy.factRequestedBy, value: order.requestedBy }] : []),
    { label: copy.location, value: place.name },
  ]
  return (
    <Card as="section" labelledBy="patient">
      <h2 id="patient" className="mb-3">
        {shared.patient}
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
        {facts.map(({ label, value }) => (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}

/** The ordered tests, with what each needs from the patient. */
export function OrderedTests({ order }: { order: LabOrder }) {
  return (
    <Card as="section" labelledBy="tests">
      <h2 id="tests" className="mb-1">
        {plural(copy.tests, order.tests.length)}
      </h2>
      <ul className="divide-hair divide-y">
        {order.tests.map((test) => (
          <li key={test.name} className="py-3">
            <p className="font-semibold">{test.name}</p>
            {test.includes.length > 0 ? <p className="text-muted">{test.includes.join(', ')}</p> : null}
            {test.fastingHours > 0 ? (
              <p className="text-muted">{plural(copy.testFasting, test.fastingHours)}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
