import type { OpenCall } from '@labalaba/contract'
import { Button } from '../../../components/button.tsx'
import { AlertIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import * as copy from '../../../copy/critical-calls.ts'
import * as shared from '../../../copy/shared.ts'
import { plural } from '../../../lib/fill.ts'
import { useNow } from '../../../lib/now.ts'
import { countWords, dueWords, leftWords } from './policy.ts'

type OpenCallsProps = {
  /** The ones loaded last; undefined if none were. */
  calls: readonly OpenCall[] | undefined
  hasFailed: boolean
  /** Undefined if the page already has a button to try again. */
  onRetry: (() => void) | undefined
}

/**
 * The critical results of the lab about which no one was reached yet, each a link to its results. Nothing if there are none. After a
 * failure it says so, also above calls that were loaded before.
 */
export function OpenCalls({ calls, hasFailed, onRetry }: OpenCallsProps) {
  return (
    <>
      {hasFailed ? (
        <div role="alert" className="rounded-button border-error bg-error-tint border-l-6 p-4">
          <p className="font-semibold">{calls ? copy.openNotRenewed : copy.openNotLoaded}</p>
          {onRetry ? (
            <div className="mt-2">
              <Button onClick={onRetry}>{shared.tryAgain}</Button>
            </div>
          ) : null}
        </div>
      ) : null}
      {calls && calls.length > 0 ? <Listed calls={calls} /> : null}
    </>
  )
}

function Listed({ calls }: { calls: readonly OpenCall[] }) {
  const now = useNow(30_000)
  return (
    <section
      aria-labelledby="open-calls"
      className="rounded-card border-error bg-error-tint overflow-hidden border-2"
    >
      <h2 id="open-calls" className="heading-small text-error flex items-center gap-2 px-4 py-3">
        <AlertIcon className="shrink-0" size={24} />
        {plural(copy.openTitle, calls.length)}
      </h2>
      <ul className="divide-error bg-card divide-y">
        {calls.map((one) => (
          <Row key={one.report} call={one} now={now} />
        ))}
      </ul>
    </section>
  )
}

function Row({ call, now }: { call: OpenCall; now: Date }) {
  return (
    <li>
      <Link
        to={`/portal/lab/orders/${encodeURIComponent(call.order)}/results#call-${call.report}`}
        className="ring-within text-ink hover:bg-sand min-h-row grid content-center gap-x-4 gap-y-0.5 px-4 py-2 no-underline md:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,4fr)] md:items-center"
      >
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold md:block">{call.patientName}</span>{' '}
          {call.sampleData ? (
            <span className="text-muted md:block">
              <span className="md:hidden">· </span>
              {shared.sampleData}
            </span>
          ) : null}
        </span>
        <span className="min-w-0 wrap-anywhere">
          <span className="block">{call.test}</span>
          <span className="text-muted block">{countWords(call.attempts)}</span>
        </span>
        <span>
          <span className="text-error figures block font-semibold">{leftWords(call, now)}</span>
          <span className="figures block">{dueWords(call, now)}</span>
        </span>
      </Link>
    </li>
  )
}
