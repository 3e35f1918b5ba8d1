import type { ResultFlag, ResultValue } from '@labalaba/contract'
import * as copy from '../../copy/results.ts'
import { type Range, rangeOf } from './range.ts'

/** Where a value stands beside its usual interval; nothing without an interval. The interval is the thick part. */
export function RangeBar({ value }: { value: ResultValue }) {
  const range = rangeOf(value)
  if (!range) return null
  const { from, to, at, reaches } = range
  return (
    <svg
      role="img"
      aria-label={wordsOf(range.stands)}
      height="16"
      className="mt-1 block w-36 overflow-visible md:w-32"
    >
      <rect y="7" width="100%" height="2" className="fill-border" />
      <rect
        x={`${from}%`}
        width={`${to - from}%`}
        y="3.5"
        height="9"
        className="fill-leaf-tint stroke-leaf"
      />
      {reaches ? (
        <rect
          x={reaches === 'below' ? 0 : `${at}%`}
          width={`${reaches === 'below' ? at : 100 - at}%`}
          y="6"
          height="4"
          className="fill-ink"
        />
      ) : null}
      <svg aria-hidden="true" x={`${at}%`} className="overflow-visible">
        <path d={markOf(range)} className="fill-ink stroke-card" />
      </svg>
    </svg>
  )
}

/** The mark of a value, around its place: a diamond; an arrow if the value goes on beyond the end of the bar. */
function markOf({ at, isBeyond, reaches }: Range): string {
  if (isBeyond) return at === 0 ? 'M0 8l9-7v14z' : 'M0 8l-9-7v14z'
  if (reaches) return reaches === 'below' ? 'M2 1v14l-9-7z' : 'M-2 1v14l9-7z'
  return 'M0 1l6 7-6 7-6-7z'
}

function wordsOf(stands: ResultFlag | null): string {
  if (stands === 'low') return copy.rangeBelow
  if (stands === 'high') return copy.rangeAbove
  return stands === null ? copy.rangeUnknown : copy.rangeWithin
}

/** How to read the bars of these values; nothing if there is none. */
export function RangeKey({ values }: { values: readonly ResultValue[] }) {
  if (!values.some((value) => rangeOf(value))) return null
  return <p className="text-small text-muted">{copy.rangeKey}</p>
}
