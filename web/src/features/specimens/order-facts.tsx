import type { LabOrder } from '@labalaba/contract'
import { Fragment } from 'react'
import { Card } from '../../components/card.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/specimens.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { bornWords } from './policy.ts'

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
    { label: copy.factSex, value: patient.gender },
    {
      label: copy.factPhone,
      value: (
        <a href={`tel:${patient.phone.replaceAll(' ', '')}`} className="min-h-row inline-flex items-center">
          {patient.phone}
        </a>
      ),
    },
    { label: copy.factComesBy, value: how },
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
