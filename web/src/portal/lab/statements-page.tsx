import { type LabStatement, lagosDate } from '@labalaba/contract'
import { DayList } from '../../feature/statement/day-list.tsx'
import { monthName, movedNaira, standingNaira } from '../../feature/statement/policy.ts'
import {
  isOfWholeLab,
  saveLabStatement,
  savePrintedStatement,
  useLabStatement,
} from '../../feature/statement/queries.ts'
import { useAct } from '../../lib/act.ts'
import { counted } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import clipboard from '../../ui/art/clipboard.svg'
import { Button } from '../../ui/button.tsx'
import { Card, Summary } from '../../ui/card.tsx'
import { useDensity } from '../../ui/density.ts'
import { BackLink } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { EmptyState, Skeleton, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'
import { isNotTheirs } from './manage-page.tsx'

/** What Labalaba owes a lab, month by month, for its managers. */
export function StatementsPage() {
  useTitle('Statements')
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
      <EmptyState headingLevel="h1" title="Statements are of the whole lab" picture={clipboard}>
        You manage some of its locations. Whoever manages all of it can read them.
      </EmptyState>
    )

  if (isNotTheirs(asked.error)) return <NotForThem />
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">Worklist</BackLink>
      <div>
        <h1>Statements</h1>
        <p className="text-muted min-h-5">{statement?.lab}</p>
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="w-full sm:w-72">
          <SelectField
            label="Month"
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
          workingText="Fetching the file"
          onClick={() => saving.run(() => saveLabStatement(month))}
        >
          Download CSV
        </Button>
        <Button
          wide
          working={printing.working}
          workingText="Drawing the PDF"
          onClick={() => printing.run(() => savePrintedStatement(month))}
        >
          Download PDF
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
            { label: 'Opening balance', value: standingNaira(opening) },
            ...totals.map(({ words, count, amount }) => ({
              ...{ label: words, hint: counted(count, 'entry', 'entries'), value: movedNaira(amount) },
            })),
          ]}
          total={{ label: isOpen ? 'Balance today' : 'Closing balance', value: standingNaira(closing) }}
        />
        <p className="text-small text-muted mt-3">What Labalaba owes the lab, from the books, to the kobo.</p>
      </Card>
      <Card as="section" labelledBy="days">
        <h2 id="days" className="heading-small">
          Day by day
        </h2>
        {days.length > 0 ? (
          <DayList key={month} days={days} />
        ) : (
          <p className="text-muted mt-1">Nothing moved in {monthName(month)}.</p>
        )}
      </Card>
    </div>
  )
}
