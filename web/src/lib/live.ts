import { useEffect, useRef, useState } from 'react'

/** Whether the user has told the browser to save data. */
function savesData(): boolean {
  const network: unknown = 'connection' in navigator ? navigator.connection : null
  return typeof network === 'object' && network !== null && 'saveData' in network && network.saveData === true
}

/** How long to wait before polling again, in milliseconds; four times as long if the browser saves data. */
export function livePause(usual = 45_000): number {
  return savesData() ? usual * 4 : usual
}

/**
 * Polls while `goesOn` is true: waits after each response and, if the page is hidden, until it is visible. A failed
 * poll shows no error and is retried next time.
 */
export function useLive(ask: () => Promise<unknown>, goesOn: boolean): void {
  const [round, setRound] = useState(0)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response starts the next wait
  useEffect(() => {
    if (!goesOn) return
    const left = new AbortController()
    const askNow = () => {
      latest
        .current()
        .catch(() => undefined)
        .finally(() => setRound((before) => before + 1))
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
  }, [goesOn, round])
}
