import { type LabPrice, type PriceChange, priceShows } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { Field } from '../../components/field.tsx'
import { ChevronRightIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { BackLink, Pagination } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SelectField } from '../../components/select-field.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/price-lists.ts'
import * as shared from '../../copy/shared.ts'
import { FileDialog, PercentageDialog } from '../../features/price-lists/change-dialogs.tsx'
import { ViewOnly } from '../../features/price-lists/decision.tsx'
import { changeName, countsWords } from '../../features/price-lists/policy.ts'
import { PriceDialog } from '../../features/price-lists/price-dialog.tsx'
import { PriceRows, PricesWaiting } from '../../features/price-lists/price-rows.tsx'
import { forgetPrices, usePriceDesk, usePrices, type Wanted } from '../../features/price-lists/queries.ts'
import { useListKeys } from '../../features/specimens/list-keys.ts'
import { isUnknown } from '../../lib/api.ts'
import { fill, plural } from '../../lib/fill.ts'
import { shortDay } from '../../lib/format.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { useTypedSearch } from '../../lib/typed-search.ts'
import { NotForThem } from '../operator/not-for-them.tsx'

const shows = {
  offered: { title: copy.offered, empty: copy.noneOffered },
  paused: { title: copy.paused, empty: copy.nonePaused },
  possible: { title: copy.notOffered, empty: copy.nonePossible },
} as const

type Search = (changes: Record<string, string>) => void

function useWanted(q: string): readonly [Wanted, Search] {
  const [params, setParams] = useSearchParams()
  const wanted = {
    q,
    show: priceShows.find((one) => one === params.get('show')) ?? 'offered',
    department: params.get('department') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
  }
  const search: Search = (changes) =>
    setParams(
      (newest) => {
        const next = { ...Object.fromEntries(newest), page: '', ...changes }
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
      },
      { replace: true },
    )
  return [wanted, search]
}

/** A lab's own price list, for its managers. */
export function PricesPage() {
  useTitle(copy.pricesTitle)
  useDensity('compact')
  const [q, setQ] = useState('')
  const [wanted, search] = useWanted(q)
  const [chosen, setChosen] = useState<LabPrice | null>(null)
  const [open, setOpen] = useState<'file' | 'percentage' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useListKeys(field)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const query = usePriceDesk()
  const desk = query.data?.data
  if (isUnknown(query.error)) return <NotForThem />
  const preview = ({ id }: PriceChange) => void navigate(`/portal/lab/prices/changes/${id}`)

  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">{copy.worklist}</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h1>{copy.pricesTitle}</h1>
          <p className="text-muted min-h-5">{desk?.lab}</p>
        </div>
        {desk?.mayChange === false ? null : (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen('file')}>{copy.fromFile}</Button>
            <Button onClick={() => setOpen('percentage')}>{copy.byPercentage}</Button>
          </div>
        )}
      </div>
      {desk?.mayChange === false ? <ViewOnly /> : null}
      <ChangeLinks id="waiting" title={copy.plannedChanges} changes={desk?.waiting ?? []} />
      <div className="grid items-end gap-x-3 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FindTest
          field={field}
          onSearch={(words) => {
            setQ(words)
            search({})
          }}
        />
        <SelectField
          label={copy.department}
          value={wanted.department}
          options={[
            { value: '', label: copy.allDepartments },
            ...(desk?.departments ?? []).map((one) => ({ value: one, label: one })),
          ]}
          onChosen={(department) => search({ department })}
        />
      </div>
      <ChipRow label={copy.whichTests}>
        {priceShows.map((one) => (
          <Chip key={one} pressed={one === wanted.show} onPressed={() => search({ show: one })}>
            {shows[one].title}
            {desk ? <span className="figures text-muted font-normal">{desk.counts[one]}</span> : null}
          </Chip>
        ))}
      </ChipRow>
      <List wanted={wanted} search={search} onChosen={desk?.mayChange === false ? null : setChosen} />
      <ChangeLinks id="recent" title={copy.recentChanges} changes={desk?.recent ?? []} />
      {chosen ? (
        <PriceDialog
          test={chosen}
          onClose={() => setChosen(null)}
          onRefused={() => forgetPrices(cache)}
          onSaved={() => {
            setChosen(null)
            forgetPrices(cache)
          }}
        />
      ) : null}
      {open === 'file' ? <FileDialog onClose={() => setOpen(null)} onPreview={preview} /> : null}
      {open === 'percentage' ? (
        <PercentageDialog
          departments={desk?.departments ?? []}
          onClose={() => setOpen(null)}
          onPreview={preview}
        />
      ) : null}
    </div>
  )
}

type ListProps = { wanted: Wanted; search: Search; onChosen: ((test: LabPrice) => void) | null }

function List({ wanted, search, onChosen }: ListProps) {
  const prices = usePrices(wanted)
  const list = prices.data
  const again = () => void prices.refetch()
  if (!list)
    return (
      <NotLoaded failure={prices.error} onRetry={again}>
        <PricesWaiting />
      </NotLoaded>
    )
  const { totalRecords, totalPages } = list.pagination
  return (
    <section aria-label={shared.tests} className="space-y-4">
      <h2 className="sr-only">{shared.tests}</h2>
      <p aria-live="polite" className="text-muted">
        {plural(copy.tests, totalRecords)}
      </p>
      {list.data.length > 0 ? (
        <PriceRows prices={list.data} isTurning={prices.isPlaceholderData} onChosen={onChosen} />
      ) : wanted.q === '' && wanted.department === '' ? (
        <EmptyState title={copy.emptyTitle}>{shows[wanted.show].empty}</EmptyState>
      ) : (
        <EmptyState title={copy.noMatchTitle} picture={magnifier}>
          {copy.noMatch}
        </EmptyState>
      )}
      <Pagination
        page={wanted.page}
        pages={totalPages}
        onPage={(page) => search({ page: String(page) })}
        working={prices.isPlaceholderData}
      />
    </section>
  )
}

type ChangeLinksProps = { id: string; title: string; changes: readonly PriceChange[] }

/** Waiting or applied changes, each a link to its details. Renders nothing if there are none. */
function ChangeLinks({ id, title, changes }: ChangeLinksProps) {
  if (changes.length === 0) return null
  return (
    <Card as="section" labelledBy={id}>
      <h2 id={id} className="heading-small">
        {title}
      </h2>
      <ul className="divide-hair mt-1 divide-y">
        {changes.map((change) => (
          <li key={change.id}>
            <Link
              to={`/portal/lab/prices/changes/${change.id}`}
              className="ring-within text-ink hover:bg-sand min-h-row -mx-2 flex items-center justify-between gap-4 px-2 py-2 no-underline"
            >
              <span className="min-w-0">
                <span className="block font-semibold">{changeName(change)}</span>
                <span className="text-muted block">
                  {fill(copy.changeBy, {
                    counts: countsWords(change.counts),
                    name: change.confirmedBy ?? change.madeBy,
                  })}
                </span>
              </span>
              <span className="text-muted flex items-center gap-2 text-right">
                {change.state === 'waiting'
                  ? fill(copy.fromDay, { day: shortDay(change.on ?? '') })
                  : shortDay(change.appliedAt ?? change.madeAt)}
                <ChevronRightIcon className="shrink-0" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type FindTestProps = { field: Ref<HTMLInputElement>; onSearch: (q: string) => void }

/** Searches for a test while the user types. */
function FindTest({ field, onSearch }: FindTestProps) {
  const { typed, type } = useTypedSearch(onSearch)
  return (
    <search>
      <Field
        id="find-test"
        ref={field}
        label={copy.findTest}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onText={type}
      />
    </search>
  )
}
