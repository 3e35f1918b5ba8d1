import {
  downloadLabStatement,
  type LabStatement,
  lagosDate,
  printLabStatement,
  readLabStatement,
} from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import clipboard from '../../components/art/clipboard.svg'
import { Button } from '../../components/button.tsx'
import { Card, Summary } from '../../components/card.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import { Link } from '../../components/link.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SelectField } from '../../components/select-field.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/statements.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, longDay } from '../../lib/format.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { saveFile } from '../../lib/save-file.ts'
import { balanceNaira, monthName, signedNaira } from '../../lib/statement-words.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { isNotTheirs } from './manage-page.tsx'

/** What Labalaba owes a lab, month by month, for its managers. */
export function StatementsPage() {
  useTitle(copy.statementsTitle)
  useDensity('compact')
  const [params, setParams] = useSearchParams()
  const [typed] = /^\d{4}-\d{2}$/.exec(params.get('month') ?? '') ?? []
  const month = typed ?? lagosDate(new Date()).slice(0, 7)
  const query = useLabStatement(month)
  const statement = query.data?.data
  const saving = useAct()
  const printing = useAct()
  const again = () => void query.refetch()
  if (isOfWholeLab(query.error))
    return (
      <EmptyState headingLevel="h1" title={copy.wholeLabTitle} picture={clipboard}>
        {copy.wholeLab}
      </EmptyState>
    )

  if (isNotTheirs(query.error)) return <NotForThem />
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">{copy.worklist}</BackLink>
      <div>
        <h1>{copy.statementsTitle}</h1>
        <p className="text-muted min-h-5">{statement?.lab}</p>
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="w-full sm:w-72">
          <SelectField
            label={copy.month}
            value={month}
            options={[...new Set([month, ...(statement?.months ?? [])])]
              .sort()
              .reverse()
              .map((one) => ({ value: one, label: monthName(one) }))}
            onChosen={(chosen) => setParams({ month: chosen }, { replace: true })}
          />
        </div>
        <Button
          wide
          working={saving.working}
          workingText={copy.csvWorking}
          onClick={() => saving.run(() => saveLabStatement(month))}
        >
          {copy.csv}
        </Button>
        <Button
          wide
          working={printing.working}
          workingText={copy.pdfWorking}
          onClick={() => printing.run(() => savePrintedStatement(month))}
        >
          {copy.pdf}
        </Button>
      </div>
      <NotDone failure={saving.failure ?? printing.failure} />
      {statement ? (
        <div className={query.isPlaceholderData ? 'opacity-60' : ''}>
          <Month statement={statement} />
        </div>
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <Skeleton className="h-120 w-full" />
        </NotLoaded>
      )}
    </div>
  )
}

function Month({ statement: { month, opening, closing, totals, days } }: { statement: LabStatement }) {
  const isOpen = month === lagosDate(new Date()).slice(0, 7)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[23rem_minmax(0,1fr)] lg:gap-6">
      <Card as="section" edge labelledBy="month">
        <h2 id="month" className="heading-small mb-2">
          {monthName(month)}
        </h2>
        <Summary
          lines={[
            { label: copy.opening, value: balanceNaira(opening) },
            ...totals.map(({ words, count, amount }) => ({
              label: words,
              hint: plural(copy.entries, count),
              value: signedNaira(amount),
            })),
          ]}
          total={{ label: isOpen ? copy.balanceToday : copy.closing, value: balanceNaira(closing) }}
        />
        <p className="text-small text-muted mt-3">{copy.help}</p>
      </Card>
      <Card as="section" labelledBy="days">
        <h2 id="days" className="heading-small">
          {copy.days}
        </h2>
        {days.length > 0 ? (
          <DayList key={month} days={days} />
        ) : (
          <p className="text-muted mt-1">{fill(copy.noDays, { month: monthName(month) })}</p>
        )}
      </Card>
    </div>
  )
}

type Day = LabStatement['days'][number]

/** Up to this many lines, all days start open. */
const fewLines = 40

/** The days with movements, each with its closing balance. If there are many lines, days start closed. */
function DayList({ days }: Pick<LabStatement, 'days'>) {
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
          {fill(copy.dayClosing, { amount: balanceNaira(closing) })}
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
        {signedNaira(amount)}
      </td>
      <td className="figures text-muted max-md:text-small text-right max-md:order-4 md:py-2 md:pl-4">
        {balanceNaira(balanceAfter)}
      </td>
    </tr>
  )
}

/** A month of the lab's own account. The previous month stays visible until the next one arrives. */
function useLabStatement(month: string) {
  return useQuery({
    queryKey: ['lab-statement', month],
    queryFn: ({ signal }) => call(readLabStatement, { query: { month }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** Saves a month as a spreadsheet file. */
async function saveLabStatement(month: string): Promise<void> {
  await saveFile(downloadLabStatement, null, { month })
}

/** Saves a month as a printable file. */
async function savePrintedStatement(month: string): Promise<void> {
  await saveFile(printLabStatement, null, { month })
}

/** True if the user manages only some of the lab's locations. */
function isOfWholeLab(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'not_your_duty'
}
