import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiFailure } from '../lib/api.ts'
import { whenCalm } from '../lib/calm.ts'
import { followChoice } from '../lib/saver.ts'
import { onSessionChange } from '../lib/session.ts'

/** Tries again only where trying again can help: no answer, or a server out of breath. */
function worthRetrying(tries: number, failure: unknown): boolean {
  return tries < 2 && failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 500)
}

const answers = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})

// On a shared phone the next person must not see the last one's answers.
onSessionChange(() => answers.clear())

/** Whoever only reads the public pages never comes here, and pays no data for what opens pages without a network. */
function useUpkeep(): void {
  useEffect(
    () =>
      whenCalm(() => {
        import('../ui/upkeep.tsx').then(({ keepUp }) => keepUp()).catch(() => undefined)
      }),
    [],
  )
}

/** One cache of answers for every page of the signed-in area. */
export function AnswerCache({ children }: { children: ReactNode }) {
  useUpkeep()
  // Before the first list is asked for.
  useState(followChoice)
  return <QueryClientProvider client={answers}>{children}</QueryClientProvider>
}
