import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Shelf } from './store.ts'

function shelf(): Shelf {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
}

/** Gives rule tests the two storages of a browser, empty. */
export function freshBrowser(): { tab: Shelf; device: Shelf } {
  const [tab, device] = [shelf(), shelf()]
  Object.defineProperty(globalThis, 'sessionStorage', { value: tab, configurable: true })
  Object.defineProperty(globalThis, 'localStorage', { value: device, configurable: true })
  return { tab, device }
}

const ownFetch = globalThis.fetch

/** Starts a server on loopback; until it is closed, `fetch` sends addresses that begin with a slash to it. */
export async function siteAnswering(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<{ close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => answer(request, body, response))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  globalThis.fetch = (input, init) => ownFetch(`http://127.0.0.1:${port}${input}`, init)
  return {
    close: () => {
      globalThis.fetch = ownFetch
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}
