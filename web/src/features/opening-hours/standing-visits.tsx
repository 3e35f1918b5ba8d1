import type { StandingVisit } from '@labalaba/contract'
import { Link } from '../../components/link.tsx'
import { useNow } from '../../lib/now.ts'
import { visitWords } from './policy.ts'

/** Home visits booked for times when the location is closed, each with a link to its order. */
export function StandingVisits({ visits }: { visits: readonly StandingVisit[] }) {
  const now = useNow()
  return (
    <ul>
      {visits.map((visit) => (
        <li key={visit.reference} className="flex flex-wrap items-center gap-x-4">
          <span>{visitWords(visit, now)}</span>
          <Link
            to={`/portal/lab/orders/${encodeURIComponent(visit.reference)}`}
            className="min-h-row inline-flex items-center font-semibold"
          >
            {visit.reference}
          </Link>
        </li>
      ))}
    </ul>
  )
}
