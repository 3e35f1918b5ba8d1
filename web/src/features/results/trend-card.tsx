import type { ResultFlag, TrendPoint, TrendSeries } from '@labalaba/contract'
import { Card } from '../../components/card.tsx'
import { type ChartPoint, LineChart } from '../../components/chart/line-chart.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { narrowDay, plainDay } from '../../lib/format.ts'
import { FlagMark, flagShapes } from './flag-mark.tsx'
import { amountOf, apartWords, changeWords, reportedWords, usualWords, withUnit } from './trend-policy.ts'

const looks: Readonly<Record<ResultFlag, string>> = {
  ...{ normal: 'text-leaf', low: 'text-warn', high: 'text-warn', abnormal: 'text-warn' },
  ...{ critical_low: 'text-ink', critical_high: 'text-ink', critical_abnormal: 'text-ink' },
}

function drawn(point: TrendPoint): ChartPoint {
  const { at, amount, low, high, flag } = point
  return {
    ...{ at: new Date(at).getTime(), value: amount, low, high, label: amountOf(point) },
    mark: flag === null ? <circle cx="8" cy="8" r="4" /> : flagShapes[flag],
    markClass: flag === null ? 'text-indigo' : looks[flag],
  }
}

/** The trend of one analyte: the last value in words, a chart with the usual interval, and a table. */
export function TrendCard({ series }: { series: TrendSeries }) {
  const { name, unit, points, id } = series
  const [first] = points
  const last = points.at(-1)
  const heading = `trend-${id.replace(/\W+/g, '-')}`
  const apart = apartWords(series)
  if (!first || !last) return null
  return (
    <Card as="section" labelledBy={heading}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={heading}>{name}</h3>
        {unit ? <p className="text-small text-muted">{unit}</p> : null}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p>
          {fillNodes(copy.trendLast, {
            value: <b className="figures">{withUnit(amountOf(last), unit)}</b>,
            day: plainDay(last.at),
          })}
        </p>
        <FlagMark flag={last.flag} />
      </div>
      <p className="text-muted text-small min-h-5">{changeWords(series)}</p>
      <div className="mt-3">
        <LineChart
          points={points.map(drawn)}
          from={narrowDay(first.at)}
          to={points.length > 1 ? narrowDay(last.at) : ''}
        />
      </div>
      {points.some(({ low, high }) => low !== null || high !== null) ? (
        <p className="text-small text-muted mt-1 flex items-center gap-2">
          <span
            aria-hidden="true"
            className="bg-leaf-tint border-leaf h-4 w-6 shrink-0 border-y border-dashed"
          />
          {copy.trendIntervals}
        </p>
      ) : null}
      {apart ? <p className="text-small mt-2">{apart}</p> : null}
      <AsTable series={series} />
    </Card>
  )
}

/** The trend as a table, also for screen readers and the keyboard. */
function AsTable({ series }: { series: TrendSeries }) {
  return (
    <details className="group mt-2">
      <summary className="text-indigo rounded-button -mx-3 flex min-h-12 w-fit cursor-pointer list-none items-center gap-2 px-3 font-semibold underline underline-offset-3">
        <ChevronDownIcon className="group-open:rotate-180" />
        <span>
          {copy.trendShowNumbers}
          <span className="sr-only">, {series.name}</span>
        </span>
      </summary>
      <table className="w-full">
        <caption className="sr-only">{fill(copy.trendCaption, { name: series.name })}</caption>
        <thead className="max-md:sr-only">
          <tr className="text-small text-muted text-left">
            {[copy.headSampleTaken, copy.headResult, copy.headUsualInterval, copy.headMark, shared.lab].map(
              (head) => (
                <th key={head} scope="col" className="py-2 pr-4 font-normal last:pr-0">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-hair border-hair divide-y border-t">
          {[...series.points].reverse().map((point) => (
            <Row key={`${point.order} ${point.at} ${point.amount}`} point={point} series={series} />
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Row({ point, series }: { point: TrendPoint; series: TrendSeries }) {
  const reported = reportedWords(point, series)
  const usual = usualWords(point, series)
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:py-3">
      <th scope="row" className="text-left font-normal md:py-2.5 md:pr-4">
        {plainDay(point.at)}
      </th>
      <td className="figures font-semibold max-md:text-right md:py-2.5 md:pr-4">
        {withUnit(amountOf(point), series.unit)}
        {reported ? <span className="text-small text-muted block font-normal">{reported}</span> : null}
      </td>
      <td className="text-muted max-md:text-small tabular-nums md:py-2.5 md:pr-4">
        {usual === '' ? null : (
          <>
            <span className="md:sr-only">{copy.usual} </span>
            {usual}
          </>
        )}
      </td>
      <td className="max-md:text-right md:py-2.5 md:pr-4">
        <FlagMark flag={point.flag} />
      </td>
      <td className="max-md:col-span-2 md:py-1">
        <Link
          to={`/orders/${encodeURIComponent(point.order)}/results`}
          className="min-h-row inline-flex items-center"
        >
          {point.lab}
        </Link>
      </td>
    </tr>
  )
}
