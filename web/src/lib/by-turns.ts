import { startTransition, useEffect, useState } from 'react'

type Keyed = { readonly key: string | number | bigint }

/** Of what is wanted, what is there already and a few more. */
export function thisTurn<Item extends Keyed>(
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
 * What is wanted, of which only a few that were not there are drawn for one frame, and the others for the next ones.
 * So the page answers a finger between them, however many come into sight at once, and however often it is drawn meanwhile.
 * What is pressing does not wait its turn.
 */
export function useByTurns<Item extends Keyed>(
  wanted: readonly Item[],
  atOnce: number,
  isPressing: (item: Item) => boolean,
): readonly Item[] {
  const [drawn, setDrawn] = useState<ReadonlySet<Item['key']>>(nothing)
  useEffect(() => {
    const pressing = wanted.filter(isPressing).map(({ key }) => key)
    const next = thisTurn(wanted, new Set([...drawn, ...pressing]), atOnce)
    if (next.length === drawn.size && next.every(({ key }) => drawn.has(key))) return
    const frame = requestAnimationFrame(() => setDrawn(new Set(next.map(({ key }) => key))))
    return () => cancelAnimationFrame(frame)
  }, [wanted, drawn, atOnce, isPressing])
  return wanted.filter((item) => drawn.has(item.key) || isPressing(item))
}

/**
 * How many of so many parts of a page are drawn: the first at once, and one more after each frame, so that opening the
 * page is not one long task.
 */
export function useTurns(parts: number): number {
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

/** False until the page around a part of it is in sight. */
export function useDrawnLater(): boolean {
  return useTurns(2) > 1
}
