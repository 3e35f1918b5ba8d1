import { type LabPrice, type PriceChange, priceShows } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Button } from '../../components/button.tsx'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { BackLink, Pagination } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SelectField } from '../../components/select-field.tsx'
import { EmptyState, NoAnswer, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/price-lists.ts'
import * as shared from '../../copy/shared.ts'
import { ChangeLinks } from '../../features/price-lists/change-links.tsx'
import { LooksOnly } from '../../features/price-lists/decision.tsx'
import { FileDialog } from '../../features/price-lists/file-dialog.tsx'
import { FindTest } from '../../features/price-lists/find-test.tsx'
import { PercentageDialog } from '../../features/price-lists/percentage-dialog.tsx'
import { PriceDialog } from '../../features/price-lists/price-dialog.tsx'
import { PriceRows, PricesWaiting } from '../../features/price-lists/price-rows.tsx'
import { forgetPrices, usePriceDesk, usePrices, type Wanted } from '../../features/price-lists/queries.ts'
import { useListKeys } from '../../features/specimens/list-keys.ts'
import { isUnknown } from '../../lib/api.ts'
import { plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { NotForThem } from '../operator/not-for-them.tsx'

const shows = {
  offered: { title: copy.offered, empty: copy.noneOffered },
  paused: { title: copy.paused, empty: copy.nonePaused },
  possible: { title: copy.notOffered, empty: copy.nonePossible },
} as const

type Look = (changes: Record<string, string>) => void

function useWanted(q: string): readonly [Wanted, Look] {
  const [params, setParams] = useSearchParams()
  const wanted = {
    q,
    show: priceShows.find((one) => one === params.get('show')) ?? 'offered',
    department: params.get('department') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
  }
  const look: Look = (changes) =>
    setParams(
      (newest) => {
        const next = { ...Object.fromEntries(newest), page: '', ...changes }
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
      },
      { replace: true },
    )
  return [wanted, look]
}

/** A lab's own price list, for its managers. */
export function PricesPage() {
  useTitle(copy.pricesTitle)
  useDensity('compact')
  const [q, setQ] = useState('')
  const [wanted, look] = useWanted(q)
  const [chosen, setChosen] = useState<LabPrice | null>(null)
  const [open, setOpen] = useState<'file' | 'percentage' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useListKeys(field)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const asked = usePriceDesk()
  const desk = asked.data?.data
  if (isUnknown(asked.error)) return <NotForThem />
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
      {desk?.mayChange === false ? <LooksOnly /> : null}
      <ChangeLinks id="waiting" title={copy.plannedChanges} changes={desk?.waiting ?? []} />
      <div className="grid items-end gap-x-3 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FindTest
          field={field}
          onSearch={(words) => {
            setQ(words)
            look({})
          }}
        />
        <SelectField
          label={copy.department}
          value={wanted.department}
          options={[
            { value: '', label: copy.allDepartments },
            ...(desk?.departments ?? []).map((one) => ({ value: one, label: one })),
          ]}
          onChosen={(department) => look({ department })}
        />
      </div>
      <ChipRow label={copy.whichTests}>
        {priceShows.map((one) => (
          <Chip key={one} pressed={one === wanted.show} onPressed={() => look({ show: one })}>
            {shows[one].title}
            {desk ? <span className="figures text-muted font-normal">{desk.counts[one]}</span> : null}
          </Chip>
        ))}
      </ChipRow>
      <List wanted={wanted} look={look} onChosen={desk?.mayChange === false ? null : setChosen} />
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

type ListProps = { wanted: Wanted; look: Look; onChosen: ((test: LabPrice) => void) | null }

function List({ wanted, look, onChosen }: ListProps) {
  const prices = usePrices(wanted)
  const list = prices.data
  const again = () => void prices.refetch()
  if (!list)
    return prices.isError ? (
      <NoAnswer failure={prices.error} onRetry={again} />
    ) : (
      <Waiting onRetry={again}>
        <PricesWaiting />
      </Waiting>
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
        onPage={(page) => look({ page: String(page) })}
        working={prices.isPlaceholderData}
      />
    </section>
  )
}
