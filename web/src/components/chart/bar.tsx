type BarProps = {
  /** From 0 to 1, of the whole width. */
  share: number
  /** Length of a second, paler bar behind it. */
  behind?: number
  /** Position of a line across it, such as the promised value. */
  mark?: number | null
}

/** A bar next to its number. It is hidden from screen readers: the number is in the same row. */
export function Bar({ share, behind = 0, mark = null }: BarProps) {
  const long = (part: number) => Math.max(0, Math.min(1, part)) * 100
  return (
    <svg aria-hidden="true" viewBox="0 0 100 20" preserveAspectRatio="none" className="block h-5 w-full">
      <rect y="4" width="100" height="12" className="fill-sand" />
      {behind > share ? <rect y="4" width={long(behind)} height="12" className="fill-marigold" /> : null}
      <rect y="4" width={share > 0 ? Math.max(0.6, long(share)) : 0} height="12" className="fill-indigo" />
      {mark === null ? null : (
        <line
          x1={long(mark)}
          x2={long(mark)}
          y1="0"
          y2="20"
          strokeWidth="3"
          vectorEffect="non-scaling-stroke"
          className="stroke-ink"
        />
      )}
    </svg>
  )
}
