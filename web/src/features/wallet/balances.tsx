import type { Wallet } from '@labalaba/contract'
import { Card } from '../../components/card.tsx'
import * as copy from '../../copy/wallet.ts'
import { balanceNaira } from './policy.ts'

type Shown = { label: string; amount: number; words: string }

/** The balances to show. A doctor's credit only if there is some; a patient has only credit. */
function shownOf({ available, pending, credit }: Wallet): Shown[] {
  const own = { label: copy.credit, amount: credit, words: copy.creditSays }
  if (available === undefined || pending === undefined) return [own]
  return [
    { label: copy.available, amount: available, words: copy.availableSays },
    { label: copy.pending, amount: pending, words: copy.pendingSays },
    ...(credit === 0 ? [] : [own]),
  ]
}

/** The balances of the account, and what each of them waits for. */
export function Balances({ wallet }: { wallet: Wallet }) {
  const shown = shownOf(wallet)
  return (
    <Card edge as="section" labelledBy="balances">
      <h2 id="balances" className="sr-only">
        {copy.balances}
      </h2>
      <dl
        className={`divide-hair grid divide-y sm:divide-x sm:divide-y-0 ${shown.length > 2 ? 'sm:grid-cols-3' : shown.length > 1 ? 'sm:grid-cols-2' : ''}`}
      >
        {shown.map(({ label, amount, words }) => (
          <div key={label} className="py-4 first:pt-0 last:pb-0 sm:px-6 sm:py-0 sm:first:pl-0 sm:last:pr-0">
            <dt className="font-semibold">{label}</dt>
            <dd>
              <span className="figures font-head text-h2 block font-bold">{balanceNaira(amount)}</span>
              <span className="text-small text-muted block">{words}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
