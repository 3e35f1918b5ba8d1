import type { PlacesBeyond } from '@labalaba/contract'
import { useNow } from '../../lib/now.ts'
import { beyondWords } from './policy.ts'

/** The windows in which more visits are booked than there are places. */
export function BeyondList({ beyond }: { beyond: readonly PlacesBeyond[] }) {
  const now = useNow()
  return (
    <ul className="list-disc space-y-1 pl-5">
      {beyond.map((one) => (
        <li key={`${one.date} ${one.from}`}>{beyondWords(one, now)}</li>
      ))}
    </ul>
  )
}
