import { type FigurePeriod, figurePeriods, type LabFigures, readLabFigures } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { Bar } from '../../components/chart/bar.tsx'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SelectField } from '../../components/select-field.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/statistics.ts'
import { reasonWords, stageWords } from '../../features/specimens/policy.ts'
import { callsWords, shareWords } from '../../features/statistics/policy.ts'
import { TurnaroundTable } from '../../features/statistics/turnaround-table.tsx'
import { call } from '../../lib/api.ts'
import { fill, plural } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { isNotTheirs } from './manage-page.tsx'

const periods: Readonly<Record<FigurePeriod, string>> = {
  this_month: copy.thisMonth,
  last_month: copy.lastMonth,
  ninety_days: copy.ninetyDays,
}

/** The statistics of a lab, for its managers. */
export function StatisticsPage() {
  useTitle(copy.statisticsTitle)
  useDensity('compact')
  const [params, setParams] = useSearchParams()
  const period = figurePeriods.find((one) => one === params.get('period')) ?? 'this_month'
  const location = params.get('location') ?? ''
  const query = useStatistics(period, location)
  const figures = query.data?.data
  const again = () => void query.refetch()
  const search = (next: { period: string; location: string }) =>
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })
  if (isNotTheirs(query.error)) return <NotForThem />

  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">{copy.statisticsBack}</BackLink>
      <div>
        <h1>{copy.statisticsTitle}</h1>
        <p aria-live="polite" className="text-muted min-h-5">
          {figures
            ? fill(copy.statisticsOf, {
                lab: figures.lab,
                from: plainDay(figures.from),
                to: plainDay(figures.to),
              })
            : null}
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <ChipRow label={copy.whichDays}>
          {figurePeriods.map((one) => (
            <Chip key={one} pressed={one === period} onPressed={() => search({ period: one, location })}>
              {periods[one]}
            </Chip>
          ))}
        </ChipRow>
        {(figures?.locations.length ?? 0) > 1 ? (
          <div className="w-full sm:w-80">
            <SelectField
              label={copy.location}
              value={location}
              options={[
                { value: '', label: copy.allLocations },
                ...(figures?.locations ?? []).map(({ address, name }) => ({ value: address, label: name })),
              ]}
              onChosen={(chosen) => search({ period, location: chosen })}
            />
          </div>
        ) : null}
      </div>
      {figures ? (
        <div className={query.isPlaceholderData ? 'opacity-60' : ''}>
          <Found figures={figures} />
        </div>
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <Skeleton className="h-120 w-full" />
        </NotLoaded>
      )}
    </div>
  )
}

function Found({ figures: { orders, turnaround, samples, calls } }: { figures: LabFigures }) {
  if (orders.paid === 0) return <EmptyState title={copy.noOrdersTitle}>{copy.noOrdersSays}</EmptyState>
  const present = [
    ...orders.stages.map(({ stage, count }) => ({ label: stageWords[stage].title, count })),
    ...(orders.cancelled > 0 ? [{ label: copy.cancelled, count: orders.cancelled }] : []),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <Card as="section" labelledBy="standing">
        <h2 id="standing" className="heading-small">
          {plural(copy.whereTheyAre, orders.paid)}
        </h2>
        <p className="text-muted mb-3">{plural(copy.ordersPaid, orders.paid)}</p>
        <BarTable
          caption={copy.ordersByStage}
          heads={[copy.headStage, copy.headOrders]}
          rows={present}
          whole={orders.paid}
        />
      </Card>
      <Card as="section" labelledBy="rejected">
        <h2 id="rejected" className="heading-small">
          {copy.rejectedTitle}
        </h2>
        <p className="text-muted mb-3">
          {samples.taken === 0
            ? copy.noneTaken
            : fill(copy.ofTaken, { share: shareWords(samples.rejected, samples.taken) })}
        </p>
        {samples.rejected > 0 ? (
          <>
            <h3 className="text-small text-muted font-normal">{copy.byReason}</h3>
            <BarTable
              caption={copy.rejectedByReason}
              heads={[copy.headReason, copy.headSamples]}
              rows={samples.byReason.map(({ reason, count }) => ({ label: reasonWords[reason], count }))}
            />
          </>
        ) : null}
        {samples.taken > 0 ? (
          <>
            <h3 className="text-small text-muted mt-3 font-normal">{copy.ofTakenBySample}</h3>
            <BarTable
              caption={copy.rejectedBySample}
              heads={[copy.headSample, copy.headRejected]}
              whole={1}
              rows={samples.bySpecimen.map(({ specimen, taken, rejected }) => ({
                label: specimen,
                count: rejected / taken,
                words: shareWords(rejected, taken),
              }))}
            />
          </>
        ) : null}
      </Card>
      <div className="lg:col-span-2">
        <Card as="section" labelledBy="calls">
          <h2 id="calls" className="heading-small">
            {copy.callsTitle}
          </h2>
          <p className="text-muted">{callsWords(calls)}</p>
        </Card>
      </div>
      <div className="lg:col-span-2">
        <Card as="section" labelledBy="turnaround">
          <h2 id="turnaround" className="heading-small">
            {copy.turnaroundTitle}
          </h2>
          <p className="text-muted max-w-words mb-3">{copy.turnaroundSays}</p>
          {turnaround.length > 0 ? <TurnaroundTable tests={turnaround} /> : <p>{copy.noneReceived}</p>}
        </Card>
      </div>
    </div>
  )
}

type BarRow = { readonly label: string; readonly count: number; readonly words?: string }

type TableProps = {
  caption: string
  heads: readonly [string, string]
  rows: readonly BarRow[]
  whole?: number
}

/** Counts with their bars. The number in each row says the same as its bar. */
function BarTable({ caption, heads, rows, whole }: TableProps) {
  const most = whole ?? Math.max(1, ...rows.map(({ count }) => count))
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, count, words }) => (
          <tr key={label} className="align-top">
            <th scope="row" className="w-2/5 py-1.5 pr-3 text-left font-normal wrap-anywhere">
              {label}
            </th>
            <td className="py-1.5">
              <span className="flex flex-wrap items-center justify-end gap-x-3">
                <span className="min-w-16 flex-1">
                  <Bar share={count / most} />
                </span>
                <span className="figures min-w-8 text-right font-semibold whitespace-nowrap">
                  {words ?? count}
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The statistics of a lab in a period, at one location or at all the user sees. Shows the previous while loading. */
function useStatistics(period: FigurePeriod, location: string) {
  return useQuery({
    queryKey: ['lab-figures', period, location],
    queryFn: ({ signal }) =>
      call(readLabFigures, { query: { period, ...(location === '' ? {} : { location }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
