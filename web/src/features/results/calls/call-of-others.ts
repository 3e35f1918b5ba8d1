import type { CriticalCall, OpenCall } from '@labalaba/contract'
import { useEffect, useRef } from 'react'
import { isOpen } from './policy.ts'
import { useOpenCalls } from './queries.ts'

/** The most open calls that the list holds; beyond them a missing one says nothing. */
const listed = 100

/** What the list of open calls says about one report: its attempts, or that its call is not open. */
function signOf(calls: readonly OpenCall[], report: string): string | null {
  const found = calls.find((one) => one.report === report)
  if (!found && calls.length >= listed) return null
  return found ? `${found.attempts}` : 'ended'
}

/**
 * Calls `onChanged` when another user has logged a call about this report. It watches the list of open calls, because
 * the server records each reading of results. It calls once for each change, even if the results stay as they are.
 */
export function useCallOfOthers(report: string, call: CriticalCall, onChanged: () => void): void {
  const { data, isFetching } = useOpenCalls(isOpen(call))
  const shown = isOpen(call) ? `${call.attempts.length}` : 'ended'
  // A list that is being reloaded can be older than the results.
  const said = data && !isFetching ? signOf(data.data, report) : null
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (said === null || said === before.current) return
    before.current = said
    if (said !== shown) onChanged()
  }, [said, shown, onChanged])
}
