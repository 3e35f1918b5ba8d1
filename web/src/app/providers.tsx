import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiFailure } from '../lib/api.ts'
import { followChoice } from '../lib/data-saver.ts'
import { whenPageIdle } from '../lib/idle.ts'
import { onSessionChange } from '../lib/session.ts'

/** Retries only if a retry can help: no response, or an error of the server. */
function worthRetrying(tries: number, failure: unknown): boolean {
  return tries < 2 && failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 500)
}

const answers = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})

// On a shared phone the next user must not see the responses of the previous one.
onSessionChange(() => answers.clear())

/** Loads, when the page is idle, the code that keeps pages available offline. Public pages never load it. */
function useUpkeep(): void {
  useEffect(
    () =>
      whenPageIdle(() => {
        import('../components/worker-updates.tsx')
          .then(({ watchForUpdates }) => watchForUpdates())
          .catch(() => undefined)
      }),
    [],
  )
}

/** One query cache for every page of the signed-in area. */
export function AnswerCache({ children }: { children: ReactNode }) {
  useUpkeep()
  // Runs before the first list is requested.
  useState(followChoice)
  return <QueryClientProvider client={answers}>{children}</QueryClientProvider>
}
