import type { LabPrice } from '@labalaba/contract'
import { Tag } from '../../components/card.tsx'
import { PencilIcon } from '../../components/icons.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import * as copy from '../../copy/price-lists.ts'
import { naira } from '../../lib/format.ts'
import { factsWords, plannedWords } from './policy.ts'

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
const columns =
  'grid items-center gap-x-4 gap-y-0.5 px-4 py-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,3fr)_1.25rem]'

type RowsProps = {
  prices: readonly LabPrice[]
  isTurning: boolean
  /** Null if the user may only read. */
  onChosen: ((test: LabPrice) => void) | null
}

/** The tests of a lab, each a button that opens its terms for users who may edit them. */
export function PriceRows({ prices, isTurning, onChosen }: RowsProps) {
  return (
    <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      {prices.map((test) => (
        <li key={test.code}>
          <Row test={test} onChosen={onChosen} />
        </li>
      ))}
    </ul>
  )
}

function Row({ test, onChosen }: { test: LabPrice; onChosen: RowsProps['onChosen'] }) {
  if (!onChosen)
    return (
      <div className={`min-h-row grid-cols-[minmax(0,1fr)_auto] ${columns}`}>
        <RowWords test={test} />
      </div>
    )
  return (
    <button
      type="button"
      data-work={test.code}
      onClick={() => onChosen(test)}
      className={`ring-within text-ink hover:bg-sand min-h-row w-full grid-cols-[minmax(0,1fr)_auto_1.25rem] text-left ${columns}`}
    >
      <RowWords test={test} />
      <PencilIcon size={20} className="text-muted col-start-3 row-start-1 lg:col-auto lg:row-auto" />
    </button>
  )
}

function RowWords({ test }: { test: LabPrice }) {
  const planned = plannedWords(test)
  return (
    <>
      <span className="col-start-1 row-start-1 min-w-0 lg:col-auto lg:row-auto">
        <span className="block font-semibold wrap-anywhere">{test.name}</span>
        <span className="text-muted block wrap-anywhere">{test.department}</span>
      </span>
      <span className="text-muted order-last col-span-full min-w-0 lg:order-none lg:col-span-1">
        {factsWords(test)}
        {planned ? <span className="text-leaf block font-semibold">{planned}</span> : null}
      </span>
      <span className="col-start-2 row-start-1 flex flex-col items-end gap-1 text-right lg:col-auto lg:row-auto">
        <span className="figures font-semibold">
          {test.price === null ? copy.notOffered : naira(test.price)}
        </span>
        {test.paused ? <Tag tone="warn">{copy.paused}</Tag> : null}
      </span>
    </>
  )
}

/** Placeholder rows of the size of tests. */
export function PricesWaiting() {
  return (
    <SkeletonRows count={6} className={box} row="space-y-1 px-4 py-2" lines={['h-5 w-2/5', 'h-5 w-3/5']} />
  )
}
