import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Received = Readonly<Record<string, unknown>>
/** What the stand-in does with the next message: accepts it, refuses it, disconnects, or never answers. */
export type Manner = { status: number; body?: string } | 'takes' | 'hangs' | 'breaks'

/** A server on loopback that answers as Termii does, in the given way; it stores what it received. */
export async function startTermii() {
  const received: Received[] = []
  const manners: Manner[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = request.method === 'POST' ? await json(request) : null
    const manner = manners.shift() ?? 'takes'
    if (request.url !== '/api/sms/send' || !isMessage(body)) {
      response.writeHead(404).end('{}')
      return
    }
    received.push(body)
    if (manner === 'hangs') return
    if (manner === 'breaks') {
      response.destroy()
      return
    }
    const id = `3017${String(received.length).padStart(12, '0')}`
    const good = { code: 'ok', message_id: id, message: 'Successfully Sent', balance: 9, user: 'Stand-in' }
    const { status, body: words } =
      manner === 'takes' ? { status: 200, body: JSON.stringify(good) } : { body: '{}', ...manner }
    response.writeHead(status, { 'content-type': 'application/json' }).end(words)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** Sets the answers to the next messages, one after the other. */
    next: (...told: Manner[]) => void manners.push(...told),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function isMessage(body: unknown): body is Received {
  return typeof body === 'object' && body !== null
}
