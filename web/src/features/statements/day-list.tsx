import type { LabStatement } from '@labalaba/contract'
import { useState } from 'react'
import { ChevronDownIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/statements.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, longDay } from '../../lib/format.ts'
import { movedNaira, standingNaira } from './policy.ts'

type Day = LabStatement['days'][number]

/** Up to this many lines, all days start open. */
const fewLines = 40

/** The days with movements, each with its closing balance. If there are many lines, days start closed. */
export function DayList({ days }: Pick<LabStatement, 'days'>) {
  const lines = days.reduce((sum, day) => sum + day.lines.length, 0)
  return (
    <ol className="divide-hair divide-y">
      {days.map((day) => (
        <li key={day.day}>
          <OneDay day={day} startsOpen={lines <= fewLines} />
        </li>
      ))}
    </ol>
  )
}

function OneDay({ day: { day, closing, lines }, startsOpen }: { day: Day; startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="min-h-row flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <ChevronDownIcon className="shrink-0 group-open:rotate-180" />
        <span className="font-semibold">{longDay(day)}</span>
        <span className="text-small text-muted">{plural(copy.entries, lines.length)}</span>
        <span className="figures text-small text-muted ml-auto">
          {fill(copy.dayClosing, { amount: standingNaira(closing) })}
        </span>
      </summary>
      {/* A month may have thousands of lines: closed days are not rendered. */}
      {open ? <Lines lines={lines} day={day} /> : null}
    </details>
  )
}

function Lines({ lines, day }: { lines: Day['lines']; day: string }) {
  return (
    <table className="mb-3 w-full">
      <caption className="sr-only">{fill(copy.dayEntries, { day: longDay(day) })}</caption>
      <thead className="max-md:sr-only">
        <tr className="text-small text-muted text-left">
          {[copy.time, copy.purpose, shared.order].map((head) => (
            <th key={head} scope="col" className="py-1 pr-4 font-normal">
              {head}
            </th>
          ))}
          {[copy.amount, copy.balance].map((head) => (
            <th key={head} scope="col" className="py-1 pl-4 text-right font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-hair border-hair divide-y border-t">
        {lines.map((line) => (
          <Line key={`${line.at} ${line.orderReference} ${line.balanceAfter}`} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line }: { line: Day['lines'][number] }) {
  const { at, words, orderReference, amount, balanceAfter } = line
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:py-2">
      <td className="figures text-muted max-md:text-small max-md:order-3 md:py-2 md:pr-4 md:whitespace-nowrap">
        {clockTime(at)}
      </td>
      <th scope="row" className="text-left font-normal max-md:order-1 md:py-2 md:pr-4">
        {words}
      </th>
      <td className="figures max-md:order-5 max-md:col-span-2 md:pr-4">
        {orderReference ? (
          <Link
            to={`/portal/lab/orders/${encodeURIComponent(orderReference)}`}
            className="min-h-row inline-flex items-center md:whitespace-nowrap"
          >
            {orderReference}
          </Link>
        ) : null}
      </td>
      <td className="figures text-right font-semibold max-md:order-2 md:py-2 md:pl-4">
        {movedNaira(amount)}
      </td>
      <td className="figures text-muted max-md:text-small text-right max-md:order-4 md:py-2 md:pl-4">
        {standingNaira(balanceAfter)}
      </td>
    </tr>
  )
}
