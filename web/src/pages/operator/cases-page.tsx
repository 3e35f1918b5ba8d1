import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Pagination } from '../../components/navigation.tsx'
import { NoAnswer } from '../../components/not-loaded.tsx'
import { EmptyState, Waiting } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import * as copy from '../../copy/cases.ts'
import { ByNumber } from '../../features/cases/by-number.tsx'
import { CaseList, CasesWaiting } from '../../features/cases/case-list.tsx'
import { Days, DaysWaiting } from '../../features/cases/days.tsx'
import { type CaseState, useCases, useReconciliations } from '../../features/cases/queries.ts'
import { UnsignedLimits } from '../../features/cases/unsigned-limits.tsx'
import { plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'

type QueryState = {
  readonly isError: boolean
  readonly error: unknown
  readonly data: unknown
  readonly refetch: () => unknown
}

/** The content of a panel while there is nothing to show. */
function NotYet({ query, children }: { query: QueryState; children: ReactNode }) {
  if (!query.isError) return <Waiting onRetry={() => void query.refetch()}>{children}</Waiting>
  return (
    <NoAnswer failure={query.error} onRetry={() => void query.refetch()}>
      {copy.nothingMoved}
    </NoAnswer>
  )
}

function Empty({ state }: { state: CaseState }) {
  return state === 'open' ? (
    <EmptyState title={copy.noOpenCase}>{copy.noOpenCaseMore}</EmptyState>
  ) : (
    <EmptyState title={copy.noClosedCase}>{copy.noClosedCaseMore}</EmptyState>
  )
}

function Cases({ state, onDone }: { state: CaseState; onDone: () => void }) {
  const [page, setPage] = useState(1)
  const cases = useCases(state, page)
  const list = cases.data
  if (!list) {
    return (
      <NotYet query={cases}>
        <CasesWaiting />
      </NotYet>
    )
  }
  if (list.data.length === 0 && page === 1) return <Empty state={state} />
  return (
    <section aria-label={state === 'open' ? copy.openCases : copy.closedCases} className="space-y-4">
      <p aria-live="polite" className="text-muted">
        {plural(state === 'open' ? copy.openCount : copy.closedCount, list.pagination.totalRecords)}
      </p>
      <CaseList cases={list.data} isTurning={cases.isPlaceholderData} now={new Date()} onDone={onDone} />
      <Pagination
        page={page}
        pages={list.pagination.totalPages}
        onPage={setPage}
        working={cases.isPlaceholderData}
      />
    </section>
  )
}

function Comparisons() {
  const [page, setPage] = useState(1)
  const days = useReconciliations(page)
  const list = days.data
  if (!list) {
    return (
      <NotYet query={days}>
        <DaysWaiting />
      </NotYet>
    )
  }
  if (list.data.length === 0) {
    return <EmptyState title={copy.noDay}>{copy.noDayMore}</EmptyState>
  }
  return (
    <section aria-label={copy.dayByDay} className="space-y-4">
      <p className="text-muted">{copy.daysIntro}</p>
      <Days days={list.data} isTurning={days.isPlaceholderData} />
      <Pagination
        page={page}
        pages={list.pagination.totalPages}
        onPage={setPage}
        working={days.isPlaceholderData}
      />
    </section>
  )
}

/** The cases about money that an operator must decide. */
export function CasesPage() {
  useTitle(copy.cases)
  useDensity('compact')
  const cache = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)

  function readAgain(): void {
    void cache.invalidateQueries({ queryKey: ['cases'] })
    // The focused element may have been removed with its case.
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <div className="page space-y-4 py-6">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {copy.cases}
        </h1>
        <p className="text-muted">{copy.casesIntro}</p>
      </div>
      <Tabs
        name={copy.cases}
        tabs={[
          { id: 'open', words: copy.tabOpen, content: <Cases state="open" onDone={readAgain} /> },
          { id: 'closed', words: copy.tabClosed, content: <Cases state="closed" onDone={readAgain} /> },
          { id: 'days', words: copy.dayByDay, content: <Comparisons /> },
          { id: 'number', words: copy.byNumber, content: <ByNumber onDone={readAgain} /> },
        ]}
      />
      <UnsignedLimits />
    </div>
  )
}
