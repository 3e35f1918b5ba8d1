import type { Reconciliation } from '@labalaba/contract'
import { Tag } from '../../components/card.tsx'
import { CheckCircleIcon, ClockIcon, WarningIcon } from '../../components/icons.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import * as copy from '../../copy/cases.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, naira, shortDay } from '../../lib/format.ts'
import { agrees } from './policy.ts'

const box = 'rounded-card border-hair bg-card shadow-soft overflow-hidden border'

function Verdict({ day }: { day: Reconciliation }) {
  if (day.unfinished)
    return (
      <Tag tone="warn" icon={<ClockIcon size={16} />}>
        {copy.notFinished}
      </Tag>
    )
  return agrees(day) ? (
    <Tag tone="ok" icon={<CheckCircleIcon size={16} />}>
      {copy.sumsAgree}
    </Tag>
  ) : (
    <Tag tone="error" icon={<WarningIcon size={16} />}>
      {copy.sumsDiffer}
    </Tag>
  )
}

const cell = 'py-2.5 px-3 first:pl-4 last:pr-4 align-baseline'
const money = ({ count, amount }: Reconciliation['ours']) =>
  plural(copy.sumOfPayments, count, { amount: naira(amount) })

/** How each day's money agrees with Paystack's lists: a table on wide screens, else one block per day. */
export function Days({ days, isTurning }: { days: readonly Reconciliation[]; isTurning: boolean }) {
  return (
    <div className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      <table className="hidden w-full md:table">
        <caption className="sr-only">{copy.daysCaption}</caption>
        <thead>
          <tr className="border-ink border-b text-left">
            {[
              shared.day,
              copy.paystackSays,
              copy.weSay,
              copy.fixed,
              copy.cases,
              copy.compared,
              copy.verdict,
            ].map((name) => (
              <th key={name} scope="col" className={`${cell} font-semibold`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day} className="border-hair border-b last:border-0">
              <th scope="row" className={`${cell} text-left font-semibold whitespace-nowrap`}>
                {shortDay(day.day)}
              </th>
              <td className={`${cell} figures`}>{money(day.paystack)}</td>
              <td className={`${cell} figures`}>{money(day.ours)}</td>
              <td className={`${cell} figures`}>{day.mended}</td>
              <td className={`${cell} figures`}>{day.cases}</td>
              <td className={`${cell} text-muted whitespace-nowrap`}>{comparedAt(day)}</td>
              <td className={cell}>
                <Verdict day={day} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="divide-hair divide-y md:hidden">
        {days.map((day) => (
          <li key={day.day} className="space-y-1 px-4 py-3">
            <p className="flex items-center justify-between gap-3">
              <span className="font-semibold">{shortDay(day.day)}</span>
              <Verdict day={day} />
            </p>
            <p className="figures">{fill(copy.paystackSum, { sum: money(day.paystack) })}</p>
            <p className="figures">{fill(copy.ourSum, { sum: money(day.ours) })}</p>
            <p className="text-muted">
              {plural(copy.dayLine, day.cases, { fixed: day.mended, when: comparedAt(day) })}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function comparedAt({ comparedAt: at }: Reconciliation): string {
  return at === null ? copy.notYet : `${shortDay(new Date(at))}, ${clockTime(new Date(at))}`
}

/** Placeholder rows of the size of days. */
export function DaysWaiting() {
  return (
    <SkeletonRows
      count={4}
      className={`${box} divide-hair divide-y`}
      row="px-4 py-3"
      lines={['h-23 w-full md:h-7']}
    />
  )
}
