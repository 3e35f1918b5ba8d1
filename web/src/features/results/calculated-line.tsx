import { type AnalyteLine, type Calculated, calculate, flagOf } from '@labalaba/contract'
import * as copy from '../../copy/results.ts'
import { fill } from '../../lib/fill.ts'
import { LineName, rowClass } from './entry-line.tsx'
import { FlagMark } from './flag-mark.tsx'
import { isNotMeasured } from './not-measured.tsx'
import { lastWords, readingsAt, typedWarnings } from './policy.ts'
import type { Typed } from './queries.ts'

/** What the typed values give for a line that follows from them; null while one is missing. The server decides it. */
export function calculated(
  line: AnalyteLine,
  lines: readonly AnalyteLine[],
  typed: Typed,
): Calculated | null {
  if (!line.calculation) return null
  const { from } = line.calculation
  const given = readingsAt(from, lines, typed)
  if (given.length === from.length) return calculate(line.calculation, given)
  const unmeasured = from.filter((position) => isNotMeasured(typed[position] ?? ''))
  return unmeasured.length > 0 && unmeasured.length + given.length === from.length
    ? { refused: copy.calculatedFromUnmeasured, reason: 'not_calculable' }
    : null
}

/**
 * Values without those that follow from the others, so that they follow again when those change. Of two that follow from each
 * other, such as HbA1c in two units, one stays: the last ones are left out first.
 */
export function withoutCalculated(lines: readonly AnalyteLine[], values: Typed): Typed {
  return lines.reduceRight<Typed>((left, line) => {
    const { [line.position]: value, ...others } = left
    if (!line.calculation || value === undefined) return left
    if (!line.calculation.mayBeTyped) return others
    const given = calculated(line, lines, others)
    return given && 'value' in given && given.value === value ? others : left
  }, values)
}

type LineProps = { line: AnalyteLine; lines: readonly AnalyteLine[]; given: Calculated | null }

/** A line without a field: its value as it follows from the others, or what it will follow from. */
export function CalculatedLine({ line, lines, given }: LineProps) {
  const value = given && 'value' in given ? given : null
  const last = lastWords(line, value?.value ?? '')
  return (
    <li className={`${rowClass} items-center`}>
      <div className="contents md:block">
        <LineName line={line} />
      </div>
      <div
        className={`col-start-2 row-start-2 flex items-center gap-2 md:row-start-1 ${value ? '' : 'text-muted text-small max-md:col-span-2 max-md:col-start-1 max-md:row-start-3'}`}
      >
        {value ? (
          <>
            <span className="figures font-semibold">{value.value}</span>
            <span className="text-muted min-w-15 whitespace-nowrap">{line.unit}</span>
          </>
        ) : given && 'refused' in given ? (
          fill(copy.notCalculated, { reason: given.refused })
        ) : (
          fill(copy.calculatedFrom, { names: namesOf(line, lines) })
        )}
      </div>
      <div className="contents md:col-start-3 md:row-start-1 md:flex md:min-h-7 md:flex-wrap md:items-center md:gap-x-3 md:gap-y-1">
        {value ? (
          <span className="col-start-2 row-start-1 justify-self-end">
            <FlagMark flag={flagOf(line, value)} />
          </span>
        ) : null}
        {typedWarnings(line, value?.value ?? '').map(({ words, stops }) => (
          <span
            key={words}
            className={`${stops ? 'text-error' : 'text-warn'} text-small col-span-2 font-semibold whitespace-normal`}
          >
            {words}
          </span>
        ))}
        {last === null ? null : (
          <span className="text-small text-muted figures col-span-2 whitespace-normal">{last}</span>
        )}
      </div>
    </li>
  )
}

function namesOf({ calculation }: AnalyteLine, lines: readonly AnalyteLine[]): string {
  const from = calculation?.from ?? []
  return lines.flatMap(({ position, name }) => (from.includes(position) ? [name] : [])).join(', ')
}
