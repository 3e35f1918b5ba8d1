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
export function useLive(refetch: () => Promise<unknown>, active: boolean): void {
  const [round, setRound] = useState(0)
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response starts the next wait
  useEffect(() => {
    if (!active) return
    const left = new AbortController()
    const refetchNow = () => {
      latest
        .current()
        .catch(() => undefined)
        .finally(() => setRound((before) => before + 1))
    }
    const refetchOnceVisible = () => {
      if (document.visibilityState === 'visible') refetchNow()
      else
        document.addEventListener('visibilitychange', refetchOnceVisible, { once: true, signal: left.signal })
    }
    const timer = setTimeout(refetchOnceVisible, livePause())
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [active, round])
}
