import { currentToken } from './session.ts'

type Asked = { token: string; at: number; answer: Promise<Response>; stop: AbortController }

/** How long an answer may wait for the screen that wants it, in milliseconds. Later it would be an old one. */
const keptFor = 10_000

const asked = new Map<string, Asked>()

/** Asks what a screen is about to ask, while its scripts are on their way. Without a session nothing is sent. */
export function askAhead(addresses: readonly string[]): void {
  const token = currentToken()
  if (token === null) return
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  for (const address of addresses) {
    const stop = new AbortController()
    const answer = fetch(address, { headers, signal: stop.signal, cache: 'no-store' })
    answer.catch(() => undefined)
    asked.set(address, { token, at: Date.now(), answer, stop })
  }
}

/** What this session asked ahead at an address, once; nothing where nobody did, or too long ago. */
export function takeAsked(address: string): Pick<Asked, 'answer' | 'stop'> | undefined {
  const found = asked.get(address)
  asked.delete(address)
  return found?.token === currentToken() && Date.now() - found.at < keptFor ? found : undefined
}
