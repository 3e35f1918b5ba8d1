import { type Duty, lagosDate, type WorkStage, workStages } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type Ref, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { SearchIcon } from '../../components/icons.tsx'
import { KeySign, Keys } from '../../components/keys.tsx'
import { Link } from '../../components/link.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { canScan } from '../../components/scan/reader.ts'
import { signal } from '../../components/scan/signal.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { SelectField } from '../../components/select-field.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/specimens.ts'
import { useWaitingCount } from '../../features/deliveries/queries.ts'
import { useHandoversWaiting } from '../../features/handovers/queries.ts'
import { OpenCalls } from '../../features/results/calls/open-calls.tsx'
import { openCallsLoading } from '../../features/results/calls/policy.ts'
import { useOpenCalls } from '../../features/results/calls/queries.ts'
import { listKeys, useListKeys } from '../../features/specimens/list-keys.ts'
import { dayOptions, stageWords } from '../../features/specimens/policy.ts'
import { meantOrder, useWorklist, useWorklistDesk, type Wanted } from '../../features/specimens/queries.ts'
import { StageChips, WorkList, WorkWaiting } from '../../features/specimens/work-list.tsx'
import { fill, plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { useTypedSearch } from '../../lib/typed-search.ts'

/** The stage that a staff member works on: someone who only verifies expects no patient. */
function stageOf(duties: readonly Duty[]): WorkStage {
  return duties.some((duty) => duty !== 'verifier') ? 'to_come' : 'in_lab'
}

/** The part of the filter that the address may hold. The search text may be a name, so it stays out of the address. */
function useWanted(q: string) {
  const [params, setParams] = useSearchParams()
  const location = params.get('location') ?? ''
  const { data, error } = useWorklistDesk(location)
  const desk = data?.data
  const chosen = workStages.find((one) => one === params.get('stage'))
  const stage = chosen ?? stageOf(desk?.duties ?? ['desk'])
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const wanted: Wanted = { ...{ stage, q, page, location }, on: params.get('day') ?? '' }
  const isKnown = chosen !== undefined || desk !== undefined || error !== null
  function look(changes: Record<string, string>): void {
    setParams(
      (newest) => {
        const next = { ...Object.fromEntries(newest), page: '', ...changes }
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
      },
      { replace: true },
    )
  }
  return { wanted, isKnown, desk, look }
}

/** The worklist of a lab, for its staff. */
export function WorklistPage() {
  useTitle(copy.worklistTitle)
  useDensity('compact')
  const [q, setQ] = useState('')
  /** How often the search field was cleared from outside. */
  const [emptied, setEmptied] = useState(0)
  const { wanted, isKnown, desk, look } = useWanted(q)
  const field = useRef<HTMLInputElement>(null)
  useListKeys(field)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const unplaced = useWaitingCount()
  const arriving = useHandoversWaiting()

  async function open(typed: string): Promise<void> {
    const reference = await meantOrder(cache, { ...wanted, page: 1, q: typed }).catch(() => null)
    if (reference !== null) navigate(`/portal/lab/orders/${encodeURIComponent(reference)}`)
  }

  return (
    <div className="page grow space-y-4 py-6">
      {/* On a phone each line has its place before the lab and the counts arrive, so that they move nothing below. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 md:items-baseline">
        <h1 className="max-md:min-h-row max-md:content-center">{copy.worklistTitle}</h1>
        <p className="text-muted min-h-row flex flex-wrap items-center gap-x-4 max-md:contents">
          {unplaced > 0 ? (
            <Link to="/portal/lab/unplaced" className="min-h-row inline-flex items-center font-semibold">
              {plural(copy.worklistUnmatched, unplaced)}
            </Link>
          ) : null}
          <span className="max-md:min-h-6 max-md:basis-full max-md:truncate">{desk?.lab}</span>
          <Link to="/portal/lab/handovers" className="min-h-row inline-flex items-center font-semibold">
            {arriving > 0 ? fill(copy.worklistArriving, { count: arriving }) : copy.worklistHandovers}
          </Link>
          {desk?.duties.some((duty) => duty === 'desk' || duty === 'scientist') ? (
            <Link
              to="/portal/lab/receive"
              aria-keyshortcuts="r"
              className="min-h-row inline-flex items-center gap-2 font-semibold"
            >
              {copy.receivePageTitle}
              <KeySign letter="r" />
            </Link>
          ) : null}
        </p>
      </div>
      <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4 *:first:col-span-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] lg:*:first:col-span-1">
        <FindOrder key={emptied} field={field} onSearch={setQ} onEnter={(typed) => void open(typed)} />
        <SelectField
          label={copy.location}
          value={wanted.location}
          options={[
            { value: '', label: copy.locationsAll },
            ...(desk?.locations ?? []).map(({ address, name }) => ({ value: address, label: name })),
          ]}
          onChosen={(location) => look({ location })}
        />
        <SelectField
          label={shared.day}
          value={wanted.on}
          options={dayOptions(wanted.stage, lagosDate(new Date()))}
          onChosen={(day) => look({ day })}
        />
      </div>
      <StageChips
        stage={q === '' ? wanted.stage : null}
        counts={desk?.counts ?? {}}
        onStage={(stage: WorkStage) => {
          setQ('')
          setEmptied(emptied + 1)
          look({ stage, day: '' })
        }}
      />
      {isKnown ? (
        <Work
          wanted={wanted}
          showPlace={wanted.location === '' && (desk?.locations.length ?? 0) > 1}
          look={look}
        />
      ) : (
        <NotLoaded failure={null} onRetry={() => undefined}>
          <WorkWaiting />
        </NotLoaded>
      )}
      <Keys others={listKeys} />
    </div>
  )
}

type WorkProps = { wanted: Wanted; showPlace: boolean; look: (changes: Record<string, string>) => void }

/** The open critical calls, then the orders. They are drawn together, so that the calls move no order. */
function Work({ wanted, showPlace, look }: WorkProps) {
  const work = useWorklist(wanted)
  const calls = useOpenCalls()
  const again = () => void Promise.all([work.refetch(), calls.refetch()])
  const loading = openCallsLoading(calls)
  if (loading === 'first' || (!work.data && !work.error))
    return (
      <NotLoaded failure={null} onRetry={again}>
        <WorkWaiting />
      </NotLoaded>
    )
  return (
    <>
      <OpenCalls
        calls={calls.data?.data}
        hasFailed={loading === 'failed'}
        onRetry={work.data ? again : undefined}
      />
      {work.data ? (
        <Orders list={work.data} isTurning={work.isPlaceholderData} {...{ wanted, showPlace, look }} />
      ) : (
        <NotLoaded failure={work.error} onRetry={again}>
          <WorkWaiting />
        </NotLoaded>
      )}
    </>
  )
}

type OrdersProps = WorkProps & {
  list: NonNullable<ReturnType<typeof useWorklist>['data']>
  isTurning: boolean
}

function Orders({ list, isTurning, wanted, showPlace, look }: OrdersProps) {
  const { totalRecords, totalPages } = list.pagination
  return (
    <section aria-label={copy.worklistOrders} className="space-y-4">
      <p aria-live="polite" className="text-muted">
        {plural(wanted.q === '' ? copy.worklistCount : copy.worklistFound, totalRecords)}
      </p>
      {list.data.length > 0 ? (
        <WorkList work={list.data} showPlace={showPlace} showStage={wanted.q !== ''} isTurning={isTurning} />
      ) : wanted.q === '' ? (
        <EmptyState title={copy.worklistEmptyTitle}>{stageWords[wanted.stage].empty}</EmptyState>
      ) : (
        <EmptyState title={copy.worklistNoMatchTitle} picture={magnifier}>
          {copy.worklistNoMatch}
        </EmptyState>
      )}
      <Pagination
        page={wanted.page}
        pages={totalPages}
        onPage={(page) => look({ page: String(page) })}
        working={isTurning}
      />
    </section>
  )
}

const Scanner = lazy(async () => ({ default: (await import('../../components/scan/scanner.tsx')).Scanner }))

type FindOrderProps = {
  field: Ref<HTMLInputElement>
  onSearch: (q: string) => void
  /** Enter; a scanner sends it after the number. */
  onEnter: (q: string) => void
}

/** The field to type or scan a number. Searches while the user types; Enter opens the only match. */
function FindOrder({ field, onSearch, onEnter }: FindOrderProps) {
  const { typed, type, now } = useTypedSearch(onSearch)
  const [scanning, setScanning] = useState(false)
  return (
    <search>
      <Form
        className="flex items-end gap-2 max-sm:flex-wrap max-sm:[&>button]:grow"
        onSubmit={() => {
          now()
          if (typed.trim() !== '') onEnter(typed.trim())
        }}
      >
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <Field
            id="find-order"
            ref={field}
            label={copy.findLabel}
            hint={copy.findHint}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onText={type}
          />
        </div>
        <Button type="submit">
          <SearchIcon />
          {copy.findOpen}
        </Button>
        {canScan() ? <Button onClick={() => setScanning(true)}>{copy.findScan}</Button> : null}
      </Form>
      {scanning ? (
        <Suspense>
          <Scanner
            title={copy.findScanTitle}
            onFound={(text) => {
              setScanning(false)
              signal('good')
              type(text)
              onEnter(text.trim())
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
    </search>
  )
}
