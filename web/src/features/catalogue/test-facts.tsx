import type { LabTest } from '@labalaba/contract'
import { Facts } from '../../components/card.tsx'
import * as copy from '../../copy/catalogue.ts'
import { fill, plural } from '../../lib/fill.ts'
import { readyDay } from './policy.ts'

const forWhom = { any: '', male: copy.menOnly, female: copy.womenOnly } as const

type TestFactsProps = {
  test: LabTest
  /** Undefined if nothing can be booked, so that no date is promised. */
  now: Date | undefined
  id: string
}

/** The details a patient would ask about, shown within the list. */
export function TestFacts({ test, now, id }: TestFactsProps) {
  const within =
    test.includes.length > 0
      ? [
          {
            label: plural(copy.factTestsIn, test.includes.length),
            value: <TestsIn names={test.includes} />,
          },
        ]
      : []
  const lines = [
    { label: copy.factSummary, value: test.summary },
    ...within,
    { label: copy.factAlsoCalled, value: test.alsoKnownAs.join(', ') },
    { label: copy.sample, value: test.specimen === 'None' ? copy.noSample : test.specimen },
    { label: copy.preparation, value: test.preparation },
    {
      label: copy.factResult,
      value: now ? fill(copy.readyByIfToday, { day: readyDay(test.turnaroundHours, now) }) : '',
    },
    { label: copy.factAtHome, value: test.homeCollection ? copy.canBeAtHome : copy.atLabOnly },
    { label: copy.factFor, value: forWhom[test.sex] },
  ]
  return (
    <div id={id} className="text-small border-hair mt-2 border-t">
      <Facts lines={lines.filter((line) => line.value !== '')} />
    </div>
  )
}

function TestsIn({ names }: { names: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1 pl-5">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
