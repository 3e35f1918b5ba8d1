import { hoursLines, type Order } from '@labalaba/contract'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { CalendarIcon, FastingIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { phoneShown, plainDay } from '../../lib/format.ts'
import { longestFast, preparations } from '../../lib/preparation.ts'
import { awaitsNewDay, fastFrom, needsNewDay, visitMoment, waitsForChoice } from './policy.ts'

/** For a visit to the lab: its address, landmark and hours. */
function labLines({ lab, place }: Order) {
  const address = `${place.address}, ${place.state}`
  return [
    { label: shared.lab, value: <Lines first={lab} more={[place.name, address]} /> },
    ...(place.landmark === '' ? [] : [{ label: copy.landmark, value: place.landmark }]),
    ...(place.openingHours === ''
      ? []
      : [{ label: copy.open, value: <Lines more={hoursLines(place.openingHours, new Date())} /> }]),
  ]
}

/** For a home visit: when and where, and for which lab. */
function visitLines(order: Order, moment: string) {
  const { collectionAddress, collectionLandmark, lab, place } = order
  const isOpen = order.visitFull || awaitsNewDay(order)
  return [
    { label: copy.when, value: <b>{isOpen ? copy.whenNewDay : moment}</b> },
    {
      label: copy.where,
      value: <Lines first={collectionAddress} more={collectionLandmark ? [collectionLandmark] : []} />,
    },
    { label: shared.lab, value: <Lines first={lab} more={[place.name]} /> },
  ]
}

/** If no phlebotomist can come any more, a home visit's specimen is taken at the lab too. */
function linesOf(order: Order, visit: string | null) {
  if (visit === null) return labLines(order)
  if (order.progress.next !== 'nobody_goes') return visitLines(order, visit)
  return [{ label: copy.when, value: <b>{copy.whenOpen}</b> }, ...labLines(order)]
}

function titleOf({ mode, progress }: Order): string {
  if (mode === 'walkin') return copy.walkIn
  return progress.next === 'nobody_goes' ? copy.atLab : copy.homeVisit
}

/** Whether this card offers another time. An order that needs one has a card of its own for it. */
function canChange(order: Order): boolean {
  const { may, visitFull, progress } = order
  if (!may.moveVisit || visitFull || needsNewDay(order)) return false
  return progress.next !== 'nobody_goes' && progress.next !== 'overdue'
}

function Lines({ first, more }: { first?: string | null; more: readonly string[] }) {
  return (
    <>
      {first}
      {more.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </>
  )
}

/** Where and when the specimen is taken, and from whom. */
export function WhereAndWhen({ order, onNewTime }: { order: Order; onNewTime: () => void }) {
  const { patient } = order
  const visit = visitMoment(order)
  return (
    <Card as="section" labelledBy="where">
      <h2 id="where" className="heading-small">
        {titleOf(order)}
      </h2>
      <Facts
        lines={[
          ...linesOf(order, visit),
          {
            label: shared.patient,
            value: (
              <>
                {patient.name}
                <span className="text-muted block">
                  {patient.dob
                    ? fill(copy.patientBorn, { gender: patient.gender, day: plainDay(patient.dob) })
                    : patient.gender}
                </span>
                {patient.email ? (
                  <span className="text-muted block">
                    <Breakable text={patient.email} />
                  </span>
                ) : null}
                <span className="text-muted block">{phoneShown(patient.phone)}</span>
              </>
            ),
          },
        ]}
      />
      {canChange(order) && !waitsForChoice(order) ? (
        <div className="mt-4 print:hidden">
          <Button wide onClick={onNewTime}>
            <CalendarIcon />
            {copy.changeTime}
          </Button>
          <p className="text-small text-muted mt-2">{copy.changeTimeHint}</p>
        </div>
      ) : null}
    </Card>
  )
}

/** Fasting and preparation for every test of the order. */
export function HowToPrepare({ order }: { order: Order }) {
  const hours = longestFast(order.tests)
  const todo = preparations(order.tests)
  const from = fastFrom(order)
  return (
    <Card as="section" labelledBy="prepare">
      <h2 id="prepare" className="heading-small">
        {copy.prepareTitle}
      </h2>
      {hours > 0 ? (
        <p className="text-warn mt-2 flex items-start gap-2 font-semibold">
          <FastingIcon className="mt-0.5 md:mt-1" />
          {from ? fill(copy.fastFrom, { moment: from }) : plural(copy.fastFor, hours)}
        </p>
      ) : null}
      {todo.length > 0 ? (
        <ul className="mt-2 space-y-3">
          {todo.map(({ words, tests }) => (
            <li key={words}>
              {words}
              {order.testCount > 1 ? (
                <span className="text-small text-muted block">{tests.join(', ')}</span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : hours > 0 ? null : (
        <p className="mt-2">{copy.prepareNothing}</p>
      )}
    </Card>
  )
}
