import type { BrowserContext } from '@playwright/test'

/**
 * The sessions that the running journey has opened. An account has ten at most, and an eleventh ends the
 * oldest. Journeys share the staff of the demonstration, so each ends its own sessions, or it would end
 * another journey’s.
 */
const tokens = new Set<string>()
const reading = new Set<Promise<void>>()

/** Notes a session that was opened through the API. */
export function noteSession(token: string): void {
  tokens.add(token)
}

/** Notes the sessions that are opened on the pages of a context. */
export function noteSessionsOf(context: BrowserContext): void {
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isSignIn = pathname === '/v0/' || pathname === '/v0/session/second-factor'
    if (!isSignIn || response.request().method() !== 'POST' || !response.ok()) return
    const noted = response
      .json()
      .then(({ data }) => {
        if (typeof data?.authid === 'string') noteSession(data.authid)
      })
      // The page was left before its answer was read: that session stays, which is no harm.
      .catch(() => undefined)
      .finally(() => reading.delete(noted))
    reading.add(noted)
  })
}

/** Ends every session that was noted. */
export async function endSessions(url: string): Promise<void> {
  await Promise.all(reading)
  const ended = [...tokens]
  tokens.clear()
  const end = (token: string) =>
    fetch(`${url}/v0/session`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  await Promise.all(ended.map(end))
}
