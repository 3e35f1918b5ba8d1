import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** A network between two machines that can fail. */
export type TcpProxy = {
  readonly port: number
  /** Ends every connection; both sides notice. */
  cut(): void
  /** Refuses new connections, until reset. */
  refuse(wanted: boolean): void
  /** Lets nothing through, in either direction, and ends nothing; what was sent arrives after the reset. */
  hold(wanted: boolean): void
  /** Delays what is sent by so many milliseconds, in each direction. */
  delay(milliseconds: number): void
  /** Ends every connection for one side only: what the other side sends is lost, and it gets no answer. */
  halfOpen(whoStays: 'client' | 'server'): void
  close(): Promise<void>
}

type Link = { readonly client: Socket; readonly server: Socket; isHalf: boolean }
/** What the network does now: data pass once `way` is open, and so late. */
type Weather = { refuses: boolean; delayMs: number; way: Promise<void> }

/** Forwards a port of its own to another port of this machine. */
export async function openTcpProxy(target: number): Promise<TcpProxy> {
  const links = new Set<Link>()
  const weather: Weather = { refuses: false, delayMs: 0, way: Promise.resolve() }
  let open = () => {}

  const listener = createServer((client) => {
    client.on('error', () => {})
    if (weather.refuses) {
      client.resetAndDestroy()
      return
    }
    const server = connect(target, '127.0.0.1').setNoDelay(true)
    const link: Link = { client: client.setNoDelay(true), server, isHalf: false }
    links.add(link)
    server.on('error', () => {})
    carry(link, 'client', 'server', weather)
    carry(link, 'server', 'client', weather)
    for (const side of [client, server])
      side.once('close', () => {
        if (client.destroyed && server.destroyed) links.delete(link)
      })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()

  function hold(wanted: boolean): void {
    open()
    if (wanted) weather.way = new Promise<void>((resolve) => (open = resolve))
  }

  return {
    port: address && typeof address === 'object' ? address.port : 0,
    cut() {
      for (const { client, server } of links) for (const socket of [client, server]) socket.resetAndDestroy()
    },
    refuse(wanted) {
      weather.refuses = wanted
    },
    hold,
    delay(milliseconds) {
      weather.delayMs = milliseconds
    },
    halfOpen(whoStays) {
      for (const link of links) {
        const [stays, goes] = whoStays === 'client' ? [link.client, link.server] : [link.server, link.client]
        link.isHalf = true
        goes.resetAndDestroy()
        // What it sends from now on is lost.
        stays.unpipe()
        stays.resume()
      }
    },
    async close() {
      hold(false)
      for (const { client, server } of links) for (const socket of [client, server]) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** Carries what one side sends to the other, as the weather allows. */
function carry(link: Link, from: 'client' | 'server', to: 'client' | 'server', weather: Weather): void {
  const wire = new Transform({
    transform(piece, _encoding, done) {
      void weather.way
        .then(() => (weather.delayMs > 0 ? pause(weather.delayMs) : undefined))
        .then(() => done(null, piece))
    },
  })
  link[from].pipe(wire).pipe(link[to])
  link[from].once('close', () => {
    if (!link.isHalf) link[to].destroy()
  })
}
