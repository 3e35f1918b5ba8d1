import type { NeedsAction } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/break-glass.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'

/** Above a doctor's inbox: the orders with a result that needs action now and that the doctor cannot read. */
export function NeedsActionList({ orders }: { orders: readonly NeedsAction[] }) {
  return (
    <Banner tone="error" title={plural(copy.inboxTitle, orders.length)}>
      <p>{copy.inboxSays}</p>
      <ul>
        {orders.map(({ reference, patientName, lab, releasedAt }) => (
          <li key={reference}>
            <Link
              to={`/orders/${encodeURIComponent(reference)}/results`}
              className="min-h-row inline-flex flex-col justify-center py-2"
            >
              <span className="font-semibold wrap-anywhere">{patientName}</span>
              <span className="text-small text-muted">
                {fill(copy.inboxReleased, { lab, time: dayAndTime(releasedAt) })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
