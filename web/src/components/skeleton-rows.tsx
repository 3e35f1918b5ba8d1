import { Skeleton } from './states.tsx'

type SkeletonRowsProps = {
  count: number
  /** The look of the whole list. */
  className: string
  /** The look of one row. */
  row: string
  /** The size of each line of a row. */
  lines: readonly string[]
}

/** Placeholders of a list: rows of the size of the final ones. */
export function SkeletonRows({ count, className, row, lines }: SkeletonRowsProps) {
  return (
    <div className={className}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty rows that never change places
        <div key={place} className={row}>
          {lines.map((size) => (
            <Skeleton key={size} className={size} />
          ))}
        </div>
      ))}
    </div>
  )
}
