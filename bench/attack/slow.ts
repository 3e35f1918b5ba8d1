import { connect, type Socket } from 'node:net'
import { platform } from 'node:os'

/** The target of an attack, and counts of its results. */
export type Target = { readonly url: string; readonly sum: Record<string, number> }
/** Ends an attack. */
export type Stop = () => Promise<void>

/** How many clients of one kind there are. */
const slowClients = 400
/** More than the product keeps open. */
const idleClients = 2_400
/** Milliseconds between two pieces of a slow client. */
const drip = 1_000

/** The attacker's own address, if the system allows every loopback address. */
const localAddress = platform() === 'linux' ? '127.0.0.2' : undefined

/** Headers that never end: one more line each second. */
export const slowHeaders = (target: Target) =>
  slowly(target, slowClients, 'GET /v0/tests HTTP/1.1\r\nhost: x\r\n', (at) => `x-${at}: y\r\n`)

/** Bodies that arrive one character per second. */
export const slowBodies = (target: Target) =>
  slowly(
    target,
    slowClients,
    'POST /v0/createAccount HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{',
    () => ' ',
  )

/** Requests many long answers on each connection, and reads none of them. */
export const slowReaders = (target: Target) =>
  slowly(target, slowClients / 2, 'GET /v0/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20), null, true)

/** Connections on which nothing is ever sent. */
export const idleSockets = (target: Target) => slowly(target, idleClients, '', null)

/** Keeps this many connections open, and opens another for each that is closed. */
function slowly(
  { url, sum }: Target,
  many: number,
  first: string,
  drop: ((at: number) => string) | null,
  unread = false,
): Stop {
  const { hostname: host, port } = new URL(url)
  const open = new Set<Socket>()
  let isOver = false
  const count = (what: string) => {
    sum[what] = (sum[what] ?? 0) + 1
  }
  function begin(): void {
    if (isOver) return
    const socket = connect({ host, port: Number(port), ...(localAddress && { localAddress }) })
    open.add(socket)
    let at = 0
    const dripping = setInterval(() => {
      at += 1
      if (drop && socket.writable) socket.write(drop(at))
    }, drip)
    socket.once('connect', () => {
      count('opened')
      socket.write(first)
    })
    if (unread) socket.pause()
    else socket.resume()
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(dripping)
      open.delete(socket)
      if (!isOver) count('closed by the product')
      setTimeout(begin, 100).unref()
    })
  }
  for (let one = 0; one < many; one += 1) begin()
  return async () => {
    isOver = true
    for (const socket of open) socket.destroy()
  }
}
