import type { WalletMonths } from '@labalaba/contract'
import { Card } from '../../components/card.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import * as copy from '../../copy/wallet.ts'
import { fillNodes } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { balanceNaira, monthName } from '../../lib/statement-words.ts'
import { monthLetter, scaleOf, totalEarned } from './policy.ts'

const high = 100
const wide = 10
const gap = 4
const step = wide + gap

/** The height of a bar; even a tiny amount is visible. */
function heightOf(amount: number, scale: number): number {
  return amount === 0 ? 0 : Math.max(1.5, (amount / scale) * high)
}

/** The earnings of each month, and next to them, as a narrower bar, what was taken back. */
function Bars({ months, scale }: { months: WalletMonths; scale: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${months.length * step} ${high}`}
      preserveAspectRatio="none"
      className="block h-40 w-full"
    >
      {months.map(({ month, earned, takenBack }, place) => {
        const up = heightOf(earned, scale)
        const back = heightOf(takenBack, scale)
        const left = place * step + gap / 2
        const bar = takenBack > 0 ? wide - 4 : wide
        return (
          <g key={month}>
            <rect x={left} y={high - up} width={bar} height={up} className="fill-indigo" />
            <rect x={left + bar + 1} y={high - back} width="3" height={back} className="fill-clay" />
          </g>
        )
      })}
    </svg>
  )
}

/** The chart as a table with exact figures, also for users who cannot see the bars. */
function AsTable({ months }: { months: WalletMonths }) {
  return (
    <details className="group mt-2">
      <summary className="text-indigo rounded-button -mx-3 flex min-h-12 w-fit cursor-pointer list-none items-center gap-2 px-3 font-semibold underline underline-offset-3">
        <ChevronDownIcon className="group-open:rotate-180" />
        {copy.showFigures}
      </summary>
      <table className="text-small w-full">
        <caption className="sr-only">{copy.monthsCaption}</caption>
        <thead>
          <tr className="border-ink border-b text-left">
            <th scope="col" className="py-2 font-semibold">
              {copy.month}
            </th>
            <th scope="col" className="py-2 pl-2 text-right font-semibold">
              {copy.earned}
            </th>
            <th scope="col" className="py-2 pl-2 text-right font-semibold">
              {copy.takenBack}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...months].reverse().map(({ month, earned, takenBack }) => (
            <tr key={month} className="border-hair border-b last:border-0">
              <th scope="row" className="py-2 text-left font-normal">
                {monthName(month)}
              </th>
              <td className="figures py-2 pl-2 text-right">{naira(earned)}</td>
              <td className="figures py-2 pl-2 text-right">{naira(takenBack)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The earnings of the last twelve months as bars, with the figures behind them. */
export function EarningsChart({ months }: { months: WalletMonths }) {
  const scale = scaleOf(months)
  const some = months.some((month) => month.takenBack > 0)
  return (
    <Card as="section" labelledBy="months">
      <h2 id="months" className="heading-small">
        {copy.earnedByMonth}
      </h2>
      <p className="text-small text-muted">
        {fillNodes(copy.inTwelveMonths, {
          amount: <b className="figures text-ink">{balanceNaira(totalEarned(months))}</b>,
        })}
      </p>
      <div className="mt-4">
        <p className="border-hair figures text-muted border-b pb-1 text-[0.875rem] leading-5">
          {naira(scale)}
        </p>
        <Bars months={months} scale={scale} />
        <ol
          aria-hidden="true"
          className="border-ink text-muted grid grid-cols-12 border-t pt-1 text-center text-[0.875rem] leading-5"
        >
          {months.map(({ month }) => (
            <li key={month}>{monthLetter(month)}</li>
          ))}
        </ol>
      </div>
      {some ? (
        <p className="text-small text-muted mt-2 flex flex-wrap gap-x-4">
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="bg-indigo size-3" />
            {copy.earned}
          </span>
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="bg-clay h-3 w-1" />
            {copy.takenBack}
          </span>
        </p>
      ) : null}
      <AsTable months={months} />
    </Card>
  )
}
