import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line between a browser and the product: a phone pays for what goes over it. */
export type Wire = {
  readonly url: string
  /** Bytes to and from the browser so far: headers, bodies, and the service worker’s own. */
  count(): { readonly received: number; readonly sent: number }
  /** Resolves once the line has been quiet for that long, in milliseconds. */
  quiet(forMs: number): Promise<void>
  close(): void
}

/** The simulated latency and bandwidth: milliseconds for a round trip, bits a second. */
export type Distance = { readonly roundTrip: number; readonly down: number; readonly up: number }

/** Lighthouse’s slow 4G. */
export const slow4g: Distance = { roundTrip: 150, down: 1_638_400, up: 768_000 }

/**
 * Puts such a line before the product. All connections share it, as on a phone. Without a latency it adds
 * none.
 */
export async function openWire(productUrl: string, distance?: Distance): Promise<Wire> {
  const { port } = new URL(productUrl)
  const counted = { received: 0, sent: 0 }
  let movedAt = Date.now()
  const down = lane(distance && { half: distance.roundTrip / 2, bits: distance.down })
  const up = lane(distance && { half: distance.roundTrip / 2, bits: distance.up })
  const open = new Set<Socket>()
  const server = createServer((phone) => {
    const product = connect(Number(port), '127.0.0.1')
    open.add(phone)
    // Opening a connection takes one round trip.
    let opened = Date.now() + (distance?.roundTrip ?? 0)
    carry(phone, product, (bytes) => {
      counted.sent += bytes
      movedAt = Date.now()
      const wait = Math.max(0, opened - Date.now())
      opened = 0
      return wait + up(bytes)
    })
    carry(product, phone, (bytes) => {
      counted.received += bytes
      movedAt = Date.now()
      return down(bytes)
    })
    phone.on('close', () => open.delete(phone))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    count: () => ({ ...counted }),
    async quiet(forMs) {
      while (Date.now() - movedAt < forMs) await new Promise((resolve) => setTimeout(resolve, 100))
    },
    close() {
      server.close()
      for (const phone of open) phone.destroy()
    },
  }
}

/** How long this many bytes take, in milliseconds, behind those that were sent before them. */
function lane(how: { half: number; bits: number } | undefined): (bytes: number) => number {
  let free = 0
  return (bytes) => {
    if (!how) return 0
    const now = performance.now()
    free = Math.max(now, free) + (bytes * 8 * 1000) / how.bits
    return free - now + how.half
  }
}

function carry(from: Socket, to: Socket, delay: (bytes: number) => number): void {
  let last: Promise<void> = Promise.resolve()
  const after = (ms: number, act: () => void) => {
    const due = Date.now() + ms
    last = last.then(async () => {
      const rest = due - Date.now()
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
      act()
    })
  }
  from.setNoDelay(true)
  from.on('data', (part) => after(delay(part.length), () => to.destroyed || to.write(part)))
  from.on('end', () => after(0, () => to.end()))
  from.on('error', () => to.destroy())
  from.on('close', () => after(0, () => to.destroy()))
}
