import type { Balance, WalletEntry } from '@labalaba/contract'
import { Breakable } from '../../components/breakable.tsx'
import { Link } from '../../components/link.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/wallet.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { balanceNaira, signedNaira } from './policy.ts'

const balances: Record<Balance, string> = {
  pending: copy.pending,
  available: copy.available,
  credit: copy.credit,
}

/** On a phone the facts are below both; with more room the amounts are on the right. */
const row = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-4 md:px-6'

/** A wallet entry: what happened, when and for which order; its amount, and the balance after it. */
function Entry({ entry }: { entry: WalletEntry }) {
  const { words, orderReference, amount, at, balance, balanceAfter } = entry
  return (
    <li className={`${row} ring-within group relative ${orderReference ? 'hover:bg-sand' : ''}`}>
      <p className="font-semibold">
        {orderReference ? (
          <Link
            to={`/orders/${orderReference}`}
            className="text-ink no-underline group-hover:underline after:absolute after:inset-0"
          >
            {words}
          </Link>
        ) : (
          words
        )}
      </p>
      <p className={`figures text-right font-semibold ${amount < 0 ? '' : 'text-leaf'}`}>
        {signedNaira(amount)}
      </p>
      <div className="text-small text-muted col-span-2 sm:col-span-1">
        <p>{dayAndTime(at)}</p>
        {orderReference ? (
          <p>
            {shared.order} <Breakable text={orderReference} />
          </p>
        ) : null}
      </div>
      <p className="text-small text-muted col-span-2 sm:col-span-1 sm:text-right">
        {balances[balance]}
        <span className="sm:hidden">: </span>
        <span className="figures sm:block">
          {fill(copy.balanceAfter, { balance: balanceNaira(balanceAfter) })}
        </span>
      </p>
    </li>
  )
}

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'

/** One page of the wallet's entries, newest first. */
export function Entries({ entries, isTurning }: { entries: readonly WalletEntry[]; isTurning: boolean }) {
  return (
    <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      {entries.map((entry) => (
        <Entry key={`${entry.at} ${entry.balance} ${entry.words} ${entry.balanceAfter}`} entry={entry} />
      ))}
    </ul>
  )
}

/** Placeholder rows of the size of entries. */
export function EntriesWaiting() {
  return (
    <div className={box}>
      {['a', 'b', 'c', 'd', 'e'].map((place) => (
        <div key={place} className={row}>
          <Skeleton className="h-6 w-4/5 md:h-7" />
          <Skeleton className="h-6 w-20 md:h-7" />
          <Skeleton className="col-span-2 mt-1 h-14 w-3/5 sm:h-9 md:h-11" />
        </div>
      ))}
    </div>
  )
}
