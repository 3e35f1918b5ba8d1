import { type LabStatement, lagosDate } from '@labalaba/contract'
import clipboard from '../../components/art/clipboard.svg'
import { Button } from '../../components/button.tsx'
import { Card, Summary } from '../../components/card.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SelectField } from '../../components/select-field.tsx'
import { EmptyState, NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/statements.ts'
import { DayList } from '../../features/statements/day-list.tsx'
import { monthName, movedNaira, standingNaira } from '../../features/statements/policy.ts'
import {
  isOfWholeLab,
  saveLabStatement,
  savePrintedStatement,
  useLabStatement,
} from '../../features/statements/queries.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { isNotTheirs } from './manage-page.tsx'

/** What Labalaba owes a lab, month by month, for its managers. */
export function StatementsPage() {
  useTitle(copy.statementsTitle)
  useDensity('compact')
  const [params, setParams] = useSearchParams()
  const [typed] = /^\d{4}-\d{2}$/.exec(params.get('month') ?? '') ?? []
  const month = typed ?? lagosDate(new Date()).slice(0, 7)
  const asked = useLabStatement(month)
  const statement = asked.data?.data
  const saving = useAct()
  const printing = useAct()
  const again = () => void asked.refetch()
  if (isOfWholeLab(asked.error))
    return (
      <EmptyState headingLevel="h1" title={copy.wholeLabTitle} picture={clipboard}>
        {copy.wholeLab}
      </EmptyState>
    )

  if (isNotTheirs(asked.error)) return <NotForThem />
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
        <div className={asked.isPlaceholderData ? 'opacity-60' : ''}>
          <Month statement={statement} />
        </div>
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <Skeleton className="h-120 w-full" />
        </Waiting>
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
            { label: copy.opening, value: standingNaira(opening) },
            ...totals.map(({ words, count, amount }) => ({
              ...{ label: words, hint: plural(copy.entries, count), value: movedNaira(amount) },
            })),
          ]}
          total={{ label: isOpen ? copy.balanceToday : copy.closing, value: standingNaira(closing) }}
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
