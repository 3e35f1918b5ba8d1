import { type FigurePeriod, figurePeriods, type LabFigures } from '@labalaba/contract'
import { BarTable } from '../../feature/figure/bar-table.tsx'
import { shareWords } from '../../feature/figure/policy.ts'
import { useFigures } from '../../feature/figure/queries.ts'
import { TurnaroundTable } from '../../feature/figure/turnaround-table.tsx'
import { reasonWords, stageWords } from '../../feature/specimen/policy.ts'
import { counted, plainDay } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import { Card } from '../../ui/card.tsx'
import { Chip, ChipRow } from '../../ui/choices.tsx'
import { useDensity } from '../../ui/density.ts'
import { BackLink } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { EmptyState, Skeleton, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'
import { isNotTheirs } from './manage-page.tsx'

const periods: Readonly<Record<FigurePeriod, string>> = {
  this_month: 'This month',
  last_month: 'Last month',
  ninety_days: '90 days',
}

/** The statistics of a lab, for its managers. */
export function FiguresPage() {
  useTitle('Figures')
  useDensity('compact')
  const [params, setParams] = useSearchParams()
  const period = figurePeriods.find((one) => one === params.get('period')) ?? 'this_month'
  const location = params.get('location') ?? ''
  const asked = useFigures(period, location)
  const figures = asked.data?.data
  const again = () => void asked.refetch()
  const look = (next: { period: string; location: string }) =>
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })
  if (isNotTheirs(asked.error)) return <NotForThem />

  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">Worklist</BackLink>
      <div>
        <h1>Figures</h1>
        <p aria-live="polite" className="text-muted min-h-5">
          {figures
            ? `${figures.lab} · orders paid from ${plainDay(figures.from)} to ${plainDay(figures.to)}`
            : null}
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <ChipRow label="Which days">
          {figurePeriods.map((one) => (
            <Chip key={one} pressed={one === period} onPressed={() => look({ period: one, location })}>
              {periods[one]}
            </Chip>
          ))}
        </ChipRow>
        {(figures?.locations.length ?? 0) > 1 ? (
          <div className="w-full sm:w-80">
            <SelectField
              label="Location"
              value={location}
              options={[
                { value: '', label: 'All locations' },
                ...(figures?.locations ?? []).map(({ address, name }) => ({ value: address, label: name })),
              ]}
              onChosen={(chosen) => look({ period, location: chosen })}
            />
          </div>
        ) : null}
      </div>
      {figures ? (
        <div className={asked.isPlaceholderData ? 'opacity-60' : ''}>
          <Found figures={figures} />
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

function Found({ figures: { orders, turnaround, samples } }: { figures: LabFigures }) {
  if (orders.paid === 0)
    return (
      <EmptyState title="No order in these days">
        The figures are of orders that were paid in them. Choose more days, or another location.
      </EmptyState>
    )
  const standing = [
    ...orders.stages.map(({ stage, count }) => ({ label: stageWords[stage].title, count })),
    ...(orders.cancelled > 0 ? [{ label: 'Cancelled', count: orders.cancelled }] : []),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <Card as="section" labelledBy="standing">
        <h2 id="standing" className="heading-small">
          Where {orders.paid === 1 ? 'it stands' : 'they stand'} now
        </h2>
        <p className="text-muted mb-3">{counted(orders.paid, 'order')} paid in these days</p>
        <BarTable caption="Orders by stage" heads={['Stage', 'Orders']} rows={standing} whole={orders.paid} />
      </Card>
      <Card as="section" labelledBy="rejected">
        <h2 id="rejected" className="heading-small">
          Rejected samples
        </h2>
        <p className="text-muted mb-3">
          {samples.taken === 0
            ? 'No sample was taken yet.'
            : `Of the samples taken: ${shareWords(samples.rejected, samples.taken)}`}
        </p>
        {samples.rejected > 0 ? (
          <>
            <h3 className="text-small text-muted font-normal">By reason</h3>
            <BarTable
              caption="Rejected samples by reason"
              heads={['Reason', 'Samples']}
              rows={samples.byReason.map(({ reason, count }) => ({ label: reasonWords[reason], count }))}
            />
          </>
        ) : null}
        {samples.taken > 0 ? (
          <>
            <h3 className="text-small text-muted mt-3 font-normal">
              Rejected of those taken, by what they are of
            </h3>
            <BarTable
              caption="Rejected samples by what they are of"
              heads={['Sample', 'Rejected of those taken']}
              whole={1}
              rows={samples.bySpecimen.map(({ specimen, taken, rejected }) => ({
                ...{ label: specimen, count: rejected / taken, words: shareWords(rejected, taken) },
              }))}
            />
          </>
        ) : null}
      </Card>
      <div className="lg:col-span-2">
        <Card as="section" labelledBy="turnaround">
          <h2 id="turnaround" className="heading-small">
            How long results take
          </h2>
          <p className="text-muted max-w-words mb-3">
            From when the lab received the sample to when the result first came out. A result that is not out
            after its promise counts as late. As patients are told, a promise is never for a time at which you
            are closed, but for the end of the first hour in which you are open again.
          </p>
          {turnaround.length > 0 ? (
            <TurnaroundTable tests={turnaround} />
          ) : (
            <p>The lab has received no sample of these orders yet.</p>
          )}
        </Card>
      </div>
    </div>
  )
}
