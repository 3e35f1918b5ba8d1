import type { LabLocation, LabTest } from '@labalaba/contract'
import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useByTurns } from '../../lib/by-turns.ts'
import { listLines } from './policy.ts'
import { listBox } from './test-list-waiting.tsx'
import { placed, TestRow } from './test-row.tsx'

const boxHeight = 600
/** The height of most rows; each is measured when it is there. */
const usualRow = 121
/** How many rows are made for one frame: more, and a phone would not answer a finger that swipes through the list. */
const newAtOnce = 1
/** How many rows before and after the one that the keyboard is on are always there. */
const reach = 2

type View = Virtualizer<HTMLDivElement, Element>

type TestListProps = {
  tests: readonly LabTest[]
  location: LabLocation | undefined
  selected: ReadonlySet<string>
  /** For each test in a selected package, the package. */
  held: ReadonlyMap<string, string>
  now: Date
  /** Not there where the lab takes no bookings. */
  onToggle: ((test: LabTest) => void) | undefined
}

/**
 * The tests found: those done at the chosen location, then those that are not. It scrolls within 600 pixels, and only
 * the rows in sight and a few around them are in the page, so that a thousand tests scroll as twenty do. Each row says
 * which of how many it is; the browser's own "find in page" sees only those that are there, the search above all.
 */
export const TestList = memo(function TestList(props: TestListProps) {
  const { tests, location, selected, held, now, onToggle } = props
  const frame = useRef<HTMLDivElement>(null)
  const [underHand, setUnderHand] = useState<number | null>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  // The same lines and the same way to name them, or every scroll would work out a thousand places anew.
  const lines = useMemo(() => listLines(tests, location), [tests, location])
  const keyOf = useCallback((index: number) => lines[index]?.key ?? index, [lines])
  const view: View = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    getItemKey: keyOf,
    estimateSize: () => usualRow,
    measureElement: measured,
    initialRect: { width: 0, height: boxHeight },
    observeElementRect: watchSize,
    observeElementOffset: watchOffset,
    scrollToFn: scrollIfAway,
    overscan: 1,
    rangeExtractor: useCallback((range: Range) => withHeld(range, underHand), [underHand]),
    useFlushSync: false,
  })
  // Other tests are looked at from their beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what changed
  useLayoutEffect(() => {
    // Only to ask the browser where it stands would have it lay out the page at once.
    if (frame.current && view.scrollOffset) frame.current.scrollTop = 0
  }, [tests, location])

  const isUnderHand = useCallback(({ index }: { index: number }) => isNear(index, underHand), [underHand])
  const rows = useByTurns(view.getVirtualItems(), newAtOnce, isUnderHand)
  const turn = useCallback((code: string) => {
    setOpen((before) => {
      const now = new Set(before)
      if (!now.delete(code)) now.add(code)
      return now
    })
  }, [])

  return (
    <div ref={frame} className={`${listBox} test-box [contain:content] [overflow-anchor:none]`}>
      <ul
        aria-label="Tests"
        className="test-places relative"
        style={{ height: view.getTotalSize() }}
        onFocus={(event) => {
          const index = event.target.closest('li')?.dataset.index
          setUnderHand(index === undefined ? null : Number(index))
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setUnderHand(null)
        }}
      >
        {rows.map(({ index, key, start }) => {
          const line = lines[index]
          if (!line) return null
          const place = { ref: view.measureElement, index, count: lines.length, start }
          return line.kind === 'heading' ? (
            <li key={key} {...placed(place)}>
              <h3 className="bg-sand border-hair text-small border-b px-4 py-3 font-semibold">
                {line.words}
              </h3>
            </li>
          ) : (
            <TestRow
              key={key}
              {...place}
              test={line.test}
              selected={selected.has(line.test.testName)}
              here={line.here}
              within={line.test.kind === 'test' ? held.get(line.test.testName) : undefined}
              now={now}
              open={open.has(line.key)}
              onOpen={turn}
              onToggle={onToggle}
            />
          )
        })}
        {/* Or each row that comes in below would have the one before it, the last until then, styled anew. */}
        <li aria-hidden="true" className="hidden" />
      </ul>
    </div>
  )
})

/**
 * The height of a row as the browser tells it once it has laid the row out. Before that the one last known stands:
 * asking for it at once would have the whole page laid out for every row that comes into sight.
 */
function measured(row: Element, entry: ResizeObserverEntry | undefined, view: View): number {
  const [size] = entry?.borderBoxSize ?? []
  if (size) return Math.round(size.blockSize)
  const index = Number(row.getAttribute('data-index'))
  return view.measurementsCache[index]?.size ?? usualRow
}

/** Tells the size of the box once the browser has laid it out; until then the one it usually has stands. */
function watchSize({ scrollElement }: View, tell: (size: { width: number; height: number }) => void) {
  if (!scrollElement) return
  const observer = new ResizeObserver(([entry]) => {
    if (entry)
      tell({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

const stillAfter = 150

/** Tells where the box is scrolled to whenever that changes. It begins at the top. */
function watchOffset({ scrollElement }: View, tell: (offset: number, scrolling: boolean) => void) {
  if (!scrollElement) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    tell(scrollElement.scrollTop, true)
    clearTimeout(timer)
    timer = setTimeout(() => tell(scrollElement.scrollTop, false), stillAfter)
  }
  scrollElement.addEventListener('scroll', moved, { passive: true })
  return () => {
    clearTimeout(timer)
    scrollElement.removeEventListener('scroll', moved)
  }
}

/** To scroll to where one is has the whole page laid out for nothing. */
function scrollIfAway(...[offset, options, view]: Parameters<typeof elementScroll<HTMLDivElement>>): void {
  if (offset + (options.adjustments ?? 0) !== (view.scrollOffset ?? 0)) elementScroll(offset, options, view)
}

/**
 * The rows in sight, and the one that the keyboard is on with its neighbours: it must not go from under the hand, and
 * the next is there however fast somebody goes on.
 */
function withHeld(range: Range, held: number | null): number[] {
  const seen = defaultRangeExtractor(range)
  if (held === null) return seen
  const around = Array.from({ length: 2 * reach + 1 }, (_, step) => held - reach + step)
  const kept = around.filter((index) => index >= 0 && index < range.count)
  return [...new Set([...seen, ...kept])].sort((a, b) => a - b)
}

/** Whether the row is that of the keyboard or next to it, which is there before the next press. */
function isNear(index: number, held: number | null): boolean {
  return held !== null && Math.abs(index - held) <= reach
}
