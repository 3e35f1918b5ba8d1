import type { MeasuredLine } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import magnifier from '../../components/art/magnifier.svg'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/reference-intervals.ts'
import * as shared from '../../copy/shared.ts'
import { ClinicalLimitsPanel } from '../../features/reference-intervals/clinical-limits.tsx'
import { IntervalDialog } from '../../features/reference-intervals/interval-dialog.tsx'
import { catalogueWords, limitWords, whomWords } from '../../features/reference-intervals/policy.ts'
import { forgetIntervals, useIntervals } from '../../features/reference-intervals/queries.ts'
import { fill, plural } from '../../lib/fill.ts'
import { shortDay } from '../../lib/format.ts'
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
  const query = useIntervals(q, page)
  const desk = query.data?.data
  const search = (changes: Record<string, string>) =>
    setParams(Object.fromEntries(Object.entries({ q, ...changes }).filter(([, value]) => value !== '')), {
      replace: true,
    })
  return (
    <>
      <ManagePage
        title={copy.intervalsTitle}
        query={query}
        waiting={<Skeleton className="h-240" />}
        above={
          <>
            <p className="max-w-words">
              {copy.intervalsSay}
              {desk && desk.toConfirm > 0 ? ` ${plural(copy.linesToConfirm, desk.toConfirm)}` : null}
            </p>
            <ClinicalLimitsPanel />
            <SearchForm
              id="find-line"
              label={copy.findLabel}
              q={q}
              onSearch={(words) => search({ q: words })}
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
              onPage={(next) => search({ page: String(next) })}
              working={query.isPlaceholderData}
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

type ListProps = { lines: readonly MeasuredLine[]; onChosen: (line: MeasuredLine) => void }

/** The analytes of the lab's tests with their intervals, and a way to edit them. */
function LineList({ lines, onChosen }: ListProps) {
  return (
    <ul className="divide-hair rounded-card border-hair bg-card shadow-soft divide-y border">
      {lines.map((line) => (
        <li
          key={line.id}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] md:items-center md:py-3"
        >
          <div>
            <p className="font-semibold">{line.name}</p>
            <p className="text-small text-muted">{line.test}</p>
          </div>
          <div>
            {line.kind === 'quantity' ? <IntervalList line={line} /> : null}
            <MethodOf line={line} />
          </div>
          <div className="max-md:mt-1">
            <Button wide onClick={() => onChosen(line)}>
              {buttonWords(line)}
              <span className="sr-only"> {fill(copy.setWhich, { name: line.name, test: line.test })}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function MethodOf({ line: { kind, method } }: { line: MeasuredLine }) {
  if (method === null && kind === 'quantity') return null
  return (
    <p className="text-small text-muted wrap-anywhere">
      {method === null ? copy.noMethod : fill(copy.methodIs, { method })}
    </p>
  )
}

function buttonWords({ kind, own, method }: MeasuredLine): string {
  if (own.length > 0 || method !== null) return shared.change
  return kind === 'quantity' ? copy.setOwn : copy.setMethod
}

function IntervalList({ line }: { line: MeasuredLine }) {
  const { own, unit, set, catalogue } = line
  if (own.length > 0)
    return (
      <div>
        {own.map((interval) => (
          <p key={whomWords(interval)} className="tabular-nums">
            {whomWords(interval)}: <b>{limitWords(interval, unit)}</b>
          </p>
        ))}
        {set ? (
          <p className="text-small text-muted">{fill(copy.setBy, { name: set.by, day: shortDay(set.at) })}</p>
        ) : null}
      </div>
    )
  const words = catalogueWords(line)
  return (
    <div>
      {words.map((one) => (
        <p key={one} className="tabular-nums">
          {one}
        </p>
      ))}
      {words.length === 0 ? <p className="text-muted">{copy.noInterval}</p> : null}
      {catalogue.toBeConfirmed && words.length > 0 ? (
        <p className="mt-1">
          <Tag tone="warn">{copy.toBeConfirmed}</Tag>
        </p>
      ) : null}
    </div>
  )
}
