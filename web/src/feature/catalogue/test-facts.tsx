import type { LabTest } from '@labalaba/contract'
import { counted } from '../../lib/format.ts'
import { Facts } from '../../ui/card.tsx'
import { readyWords } from './policy.ts'

const forWhom = { any: 'Anybody', male: 'Men only', female: 'Women only' } as const

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
            label: `The ${counted(test.includes.length, 'test')} in it`,
            value: <TestsIn names={test.includes} />,
          },
        ]
      : []
  const lines = [
    { label: 'What it tells you', value: test.summary },
    ...within,
    { label: 'Also called', value: test.alsoKnownAs.join(', ') },
    { label: 'Sample', value: test.specimen === 'None' ? 'No sample is taken' : test.specimen },
    { label: 'Preparation', value: test.preparation },
    {
      label: 'Result',
      value: now ? `${readyWords(test.turnaroundHours, now)}, if the lab receives the sample today` : '',
    },
    { label: 'At home', value: test.homeCollection ? 'Can be collected at home' : 'At the lab only' },
    { label: 'For', value: test.sex === 'any' ? '' : forWhom[test.sex] },
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
