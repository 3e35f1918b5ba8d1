import { currentToken } from './session.ts'

type Prefetched = { token: string; at: number; answer: Promise<Response>; stop: AbortController }

/** How long a prefetched response may wait for its screen, in milliseconds. After that it is stale. */
const lifetime = 10_000

const prefetched = new Map<string, Prefetched>()

/** Prefetches what a screen will request, while its scripts load. Without a session it sends nothing. */
export function prefetch(addresses: readonly string[]): void {
  const token = currentToken()
  if (token === null) return
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  for (const address of addresses) {
    const stop = new AbortController()
    const answer = fetch(address, { headers, signal: stop.signal, cache: 'no-store' })
    answer.catch(() => undefined)
    prefetched.set(address, { token, at: Date.now(), answer, stop })
  }
}

/** Takes the response that this session prefetched for an address, once. Undefined if there is none or it is too old. */
export function takePrefetched(address: string): Pick<Prefetched, 'answer' | 'stop'> | undefined {
  const found = prefetched.get(address)
  prefetched.delete(address)
  return found?.token === currentToken() && Date.now() - found.at < lifetime ? found : undefined
}
