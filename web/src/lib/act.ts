import { useEffect, useRef, useState } from 'react'
import { toast } from './toast.ts'

export type Act = {
  working: boolean
  /** The error of the last attempt, until the next one starts. */
  failure: unknown
  /** Runs the action, unless one is running already. Never throws: read `failure`. */
  run: (action: () => Promise<void>) => void
  forget: () => void
}

/** Delay after mounting before the toaster is fetched, in milliseconds. */
const settled = 1500

/** Runs one action at a time: a second tap while the first is running does nothing. */
export function useAct(): Act {
  const busy = useRef(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  useEffect(() => {
    const timer = setTimeout(toast.prepare, settled)
    return () => clearTimeout(timer)
  }, [])

  async function attempt(action: () => Promise<void>): Promise<void> {
    busy.current = true
    setWorking(true)
    setFailure(null)
    if (failure) toast.takeBackErrors()
    await action().catch(setFailure)
    busy.current = false
    setWorking(false)
  }

  return {
    working,
    failure,
    run(action) {
      if (!busy.current) void attempt(action)
    },
    forget: () => setFailure(null),
  }
}
