import type { MeasuredLine } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IntervalDialog } from '../../feature/interval/interval-dialog.tsx'
import { LineList } from '../../feature/interval/line-list.tsx'
import { forgetIntervals, useIntervals } from '../../feature/interval/queries.ts'
import { counted } from '../../lib/format.ts'
import magnifier from '../../ui/art/magnifier.svg'
import { Pagination } from '../../ui/navigation.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
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
        title="Usual intervals"
        asked={asked}
        waiting={<Skeleton className="h-240" />}
        above={
          <>
            <p className="max-w-words">
              The catalogue’s intervals are for adults who are not pregnant. Set your lab’s own by sex and
              age: they hold for results that are entered from then on.
              {desk && desk.toConfirm > 0
                ? ` ${counted(desk.toConfirm, 'line')} of your tests ${desk.toConfirm === 1 ? 'waits' : 'wait'} for your lab to confirm or set them.`
                : ''}
            </p>
            <SearchForm
              id="find-line"
              label="Find a test or what it measures"
              q={q}
              onSearch={(words) => look({ q: words })}
            />
          </>
        }
      >
        {(desk) => (
          <section aria-label="What is measured" className="space-y-4">
            <p aria-live="polite" className="text-muted">
              {counted(desk.found, 'line')}
            </p>
            {desk.lines.length > 0 ? (
              <LineList lines={desk.lines} onChosen={setChosen} />
            ) : (
              <EmptyState title="Nothing like that" picture={magnifier}>
                Try part of a test’s name. Only what is measured in numbers has an interval.
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
