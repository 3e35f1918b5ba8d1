import { startTransition, useEffect, useState } from 'react'

type Keyed = { readonly key: string | number | bigint }

/** The wanted items that are drawn already, and at most `atOnce` new ones. */
export function nextItems<Item extends Keyed>(
  wanted: readonly Item[],
  drawn: ReadonlySet<Item['key']>,
  atOnce: number,
): readonly Item[] {
  const missing = wanted.filter(({ key }) => !drawn.has(key))
  if (missing.length <= atOnce) return wanted
  const next = new Set(missing.slice(0, atOnce).map(({ key }) => key))
  return wanted.filter(({ key }) => drawn.has(key) || next.has(key))
}

const nothing: ReadonlySet<never> = new Set()

/**
 * The wanted items to draw now: those drawn before, and per frame at most `atOnce` new ones. The page can react to taps
 * between frames, however many items come into view. Items for which `isPressing` is true are drawn immediately.
 */
export function useStagedItems<Item extends Keyed>(
  wanted: readonly Item[],
  atOnce: number,
  isUrgent: (item: Item) => boolean,
): readonly Item[] {
  const [drawn, setDrawn] = useState<ReadonlySet<Item['key']>>(nothing)
  useEffect(() => {
    const urgent = wanted.filter(isUrgent).map(({ key }) => key)
    const next = nextItems(wanted, new Set([...drawn, ...urgent]), atOnce)
    if (next.length === drawn.size && next.every(({ key }) => drawn.has(key))) return
    const frame = requestAnimationFrame(() => setDrawn(new Set(next.map(({ key }) => key))))
    return () => cancelAnimationFrame(frame)
  }, [wanted, drawn, atOnce, isUrgent])
  return wanted.filter((item) => drawn.has(item.key) || isUrgent(item))
}

/**
 * How many of the parts of a page to draw: the first immediately, and one more after each frame, so that opening the
 * page is not one long task.
 */
export function useStagedParts(parts: number): number {
  const [drawn, setDrawn] = useState(1)
  useEffect(() => {
    if (drawn >= parts) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawn(drawn + 1)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn, parts])
  return drawn
}

/** False on the first render; true once the rest of the page is drawn. */
export function useDrawnLater(): boolean {
  return useStagedParts(2) > 1
}
