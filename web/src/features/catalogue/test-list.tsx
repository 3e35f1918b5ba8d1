import type { LabLocation, LabTest } from '@labalaba/contract'
import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as shared from '../../copy/shared.ts'
import { useStagedItems } from '../../lib/staged-rendering.ts'
import { listLines } from './policy.ts'
import { listBox } from './test-list-waiting.tsx'
import { placed, TestRow } from './test-row.tsx'

const boxHeight = 600
/** The height of most rows in pixels; each row is measured once it is drawn. */
const usualRow = 121
/** How many new rows one frame draws. With more, a phone would lag while the user swipes through the list. */
const newAtOnce = 1
/** How many rows before and after the focused one are always rendered. */
const reach = 2

type View = Virtualizer<HTMLDivElement, Element>

type TestListProps = {
  tests: readonly LabTest[]
  location: LabLocation | undefined
  selected: ReadonlySet<string>
  /** The selected package that includes each test. */
  held: ReadonlyMap<string, string>
  now: Date
  /** Undefined if the lab takes no bookings. */
  onToggle: ((test: LabTest) => void) | undefined
}

/**
 * The tests found: those done at the chosen location, then the others. Scrolls within 600 pixels and renders only the
 * visible rows and a few around them, so that a thousand tests scroll as fast as twenty. Each row has its position and the
 * total. The browser's "find in page" sees only rendered rows; the search above sees all.
 */
export const TestList = memo(function TestList(props: TestListProps) {
  const { tests, location, selected, held, now, onToggle } = props
  const frame = useRef<HTMLDivElement>(null)
  const [underHand, setUnderHand] = useState<number | null>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  // Stable lines and keys: otherwise every scroll would recompute a thousand positions.
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
  // Another list starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what changed
  useLayoutEffect(() => {
    // Reading `scrollTop` would force a layout of the page, so this checks the known offset.
    if (frame.current && view.scrollOffset) frame.current.scrollTop = 0
  }, [tests, location])

  const isUnderHand = useCallback(({ index }: { index: number }) => isNear(index, underHand), [underHand])
  const rows = useStagedItems(view.getVirtualItems(), newAtOnce, isUnderHand)
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
        aria-label={shared.tests}
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
        {/* Otherwise each row added below would become the last one, and the row before it would be restyled. */}
        <li aria-hidden="true" className="hidden" />
      </ul>
    </div>
  )
})

/**
 * The height of a row as the browser reports it after layout. Before that, the last known height: measuring directly would
 * force a layout of the page for every row that becomes visible.
 */
function measured(row: Element, entry: ResizeObserverEntry | undefined, view: View): number {
  const [size] = entry?.borderBoxSize ?? []
  if (size) return Math.round(size.blockSize)
  const index = Number(row.getAttribute('data-index'))
  return view.measurementsCache[index]?.size ?? usualRow
}

/** Reports the size of the box after layout; until then the initial size applies. */
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

/** Reports the scroll offset of the box on every change. It starts at the top. */
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

/** Scrolling to the current offset would force a layout of the page for nothing, so this skips it. */
function scrollIfAway(...[offset, options, view]: Parameters<typeof elementScroll<HTMLDivElement>>): void {
  if (offset + (options.adjustments ?? 0) !== (view.scrollOffset ?? 0)) elementScroll(offset, options, view)
}

/**
 * The visible rows, plus the focused row and its neighbours: the focused row must not be removed, and the next must exist
 * however fast the user moves.
 */
function withHeld(range: Range, held: number | null): number[] {
  const seen = defaultRangeExtractor(range)
  if (held === null) return seen
  const around = Array.from({ length: 2 * reach + 1 }, (_, step) => held - reach + step)
  const rendered = around.filter((index) => index >= 0 && index < range.count)
  return [...new Set([...seen, ...rendered])].sort((a, b) => a - b)
}

/** Whether the row is the focused one or near it; these are rendered before the next key press. */
function isNear(index: number, held: number | null): boolean {
  return held !== null && Math.abs(index - held) <= reach
}
