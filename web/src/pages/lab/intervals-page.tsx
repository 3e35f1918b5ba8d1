import type { MeasuredLine } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import magnifier from '../../components/art/magnifier.svg'
import { Pagination } from '../../components/navigation.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/reference-intervals.ts'
import { IntervalDialog } from '../../features/reference-intervals/interval-dialog.tsx'
import { LineList } from '../../features/reference-intervals/line-list.tsx'
import { forgetIntervals, useIntervals } from '../../features/reference-intervals/queries.ts'
import { plural } from '../../lib/fill.ts'
import { ManagePage } from './manage-page.tsx'

/** How many lines a page shows. */
const aPage = 20

/** The reference intervals of a lab, for its verifiers and managers. */
export function IntervalsPage() {
  const [params, setParams] = useSearchParams()
  const [chosen, setChosen] = useState<MeasuredLine | null>(null)
  const cache = useQueryClient()
  const q = params.get('q') ?? ''
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const asked = useIntervals(q, page)
  const desk = asked.data?.data
  const look = (changes: Record<string, string>) =>
    setParams(Object.fromEntries(Object.entries({ q, ...changes }).filter(([, value]) => value !== '')), {
      replace: true,
    })
  return (
    <>
      <ManagePage
        title={copy.intervalsTitle}
        asked={asked}
        waiting={<Skeleton className="h-240" />}
        above={
          <>
            <p className="max-w-words">
              {copy.intervalsSay}
              {desk && desk.toConfirm > 0 ? ` ${plural(copy.linesToConfirm, desk.toConfirm)}` : null}
            </p>
            <SearchForm
              id="find-line"
              label={copy.findLabel}
              q={q}
              onSearch={(words) => look({ q: words })}
            />
          </>
        }
      >
        {(desk) => (
          <section aria-label={copy.linesLabel} className="space-y-4">
            <p aria-live="polite" className="text-muted">
              {plural(copy.linesFound, desk.found)}
            </p>
            {desk.lines.length > 0 ? (
              <LineList lines={desk.lines} onChosen={setChosen} />
            ) : (
              <EmptyState title={copy.nothingFound} picture={magnifier}>
                {copy.nothingFoundSays}
              </EmptyState>
            )}
            <Pagination
              page={page}
              pages={Math.ceil(desk.found / aPage)}
              onPage={(next) => look({ page: String(next) })}
              working={asked.isPlaceholderData}
            />
          </section>
        )}
      </ManagePage>
      {chosen ? (
        <IntervalDialog
          line={chosen}
          onClose={() => setChosen(null)}
          onSaved={() => {
            setChosen(null)
            void forgetIntervals(cache)
          }}
        />
      ) : null}
    </>
  )
}
