import { useEffect, useRef, useState } from 'react'

/** Whether whoever reads this pays dearly for what is sent, and has told their browser so. */
function savesData(): boolean {
  const network: unknown = 'connection' in navigator ? navigator.connection : null
  return typeof network === 'object' && network !== null && 'saveData' in network && network.saveData === true
}

/** How long to wait before what goes on is asked for again, in milliseconds; four times as long where data is saved. */
export function livePause(usual = 45_000): number {
  return savesData() ? usual * 4 : usual
}

/**
 * Asks again and again while it goes on, each time a while after the last answer, and never while nobody sees the page: then
 * once somebody does. One that fails is tried again next time, and nothing is said of it.
 */
export function useLive(ask: () => Promise<unknown>, goesOn: boolean): void {
  const [turn, setTurn] = useState(0)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins the next wait
  useEffect(() => {
    if (!goesOn) return
    const left = new AbortController()
    const askNow = () => {
      latest
        .current()
        .catch(() => undefined)
        .finally(() => setTurn((before) => before + 1))
    }
    const askOnceSeen = () => {
      if (document.visibilityState === 'visible') askNow()
      else document.addEventListener('visibilitychange', askOnceSeen, { once: true, signal: left.signal })
    }
    const timer = setTimeout(askOnceSeen, livePause())
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [goesOn, turn])
}
