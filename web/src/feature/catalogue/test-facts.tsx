import type { LabTest } from '@labalaba/contract'
import { Facts } from '../../ui/card.tsx'

const forWhom = { any: 'Anybody', male: 'Men only', female: 'Women only' } as const

/** What one would ask at the counter, without leaving the list. */
export function TestFacts({ test, id }: { test: LabTest; id: string }) {
  const lines = [
    { label: 'Also called', value: test.alsoKnownAs.join(', ') },
    { label: 'Sample', value: test.specimen === 'None' ? 'No sample is taken' : test.specimen },
    { label: 'Preparation', value: test.preparation },
    { label: 'At home', value: test.homeCollection ? 'Can be collected at home' : 'At the lab only' },
    { label: 'For', value: test.sex === 'any' ? '' : forWhom[test.sex] },
  ]
  return (
    <div id={id} className="text-small border-hair mt-2 border-t">
      <Facts lines={lines.filter((line) => line.value !== '')} />
    </div>
  )
}
