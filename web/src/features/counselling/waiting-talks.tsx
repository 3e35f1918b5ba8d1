import type { WaitingTalk } from '@labalaba/contract'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/counselling.ts'

/** Above a doctor's inbox: orders that wait for their note of a talk. Nothing if there are none. */
export function WaitingTalks({ talks }: { talks: readonly WaitingTalk[] }) {
  if (talks.length === 0) return null
  return (
    <section aria-labelledby="waiting-talks">
      <h2 id="waiting-talks" className="heading-small">
        {copy.waitingTalksTitle}
      </h2>
      <p className="text-muted mt-1 mb-3">{copy.waitingTalks}</p>
      <ul className="rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border">
        {talks.map(({ reference, patientName, lab, tests }) => (
          <li key={reference}>
            <Link
              to={`/orders/${encodeURIComponent(reference)}#talk`}
              className="ring-within text-ink hover:bg-sand block px-4 py-3 no-underline md:px-6"
            >
              <span className="block font-semibold wrap-anywhere">{patientName}</span>
              <span className="block wrap-anywhere">{tests.join(', ')}</span>
              <span className="text-small text-muted block">{lab}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
