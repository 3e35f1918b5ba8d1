import type { Reconciliation } from '@labalaba/contract'
import { clockTime, counted, naira, shortDay } from '../../lib/format.ts'
import { Tag } from '../../ui/card.tsx'
import { CheckCircleIcon, ClockIcon, WarningIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { agrees } from './policy.ts'

const box = 'rounded-card border-hair bg-card shadow-soft overflow-hidden border'

function Verdict({ day }: { day: Reconciliation }) {
  if (day.unfinished)
    return (
      <Tag tone="warn" icon={<ClockIcon size={16} />}>
        Not finished
      </Tag>
    )
  return agrees(day) ? (
    <Tag tone="ok" icon={<CheckCircleIcon size={16} />}>
      Sums agree
    </Tag>
  ) : (
    <Tag tone="error" icon={<WarningIcon size={16} />}>
      Sums differ
    </Tag>
  )
}

const cell = 'py-2.5 px-3 first:pl-4 last:pr-4 align-baseline'
const money = ({ count, amount }: Reconciliation['ours']) =>
  `${naira(amount)} in ${counted(count, 'payment')}`

/** How each day's money agrees with Paystack's lists: a table on wide screens, else one block per day. */
export function Days({ days, isTurning }: { days: readonly Reconciliation[]; isTurning: boolean }) {
  return (
    <div className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      <table className="hidden w-full md:table">
        <caption className="sr-only">What each side says of each day</caption>
        <thead>
          <tr className="border-ink border-b text-left">
            {['Day', 'Paystack says', 'We say', 'Mended', 'Cases', 'Compared', 'Result'].map((name) => (
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
            <p className="figures">Paystack: {money(day.paystack)}</p>
            <p className="figures">We: {money(day.ours)}</p>
            <p className="text-muted">
              {day.mended} mended, {counted(day.cases, 'case')}, compared {comparedAt(day)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function comparedAt({ comparedAt: at }: Reconciliation): string {
  return at === null ? 'not yet' : `${shortDay(new Date(at))}, ${clockTime(new Date(at))}`
}

/** Placeholder rows of the size of days. */
export function DaysWaiting() {
  return (
    <div className={`${box} divide-hair divide-y`}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className="px-4 py-3">
          <Skeleton className="h-23 w-full md:h-7" />
        </div>
      ))}
    </div>
  )
}
