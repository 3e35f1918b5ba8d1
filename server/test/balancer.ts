import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** A load balancer before several web processes. */
export type Balancer = {
  readonly port: number
  /** Whether a port gets requests: its /readyz answered 200 when it was asked last. */
  isReady(port: number): boolean
  close(): Promise<void>
}

/** Sends requests in turn to the ports whose /readyz answers 200, and tries no request twice. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set(ports)
  // The connection that was used longest ago is used next, so that none is idle for long.
  const agents = new Map(
    ports.map((port) => [port, new Agent({ keepAlive: true, scheduling: 'fifo', maxSockets: 4 })]),
  )
  let turn = 0
  function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    turn += 1
    const open = ports.filter((port) => ready.has(port))
    const port = open[turn % open.length]
    const fail = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end())
    if (port === undefined) {
      fail()
      return
    }
    const { url: path, method, headers } = incoming
    const onward = request(
      { port, host: '127.0.0.1', path, method, headers, agent: agents.get(port) },
      (reply) => {
        const { connection: _, 'keep-alive': __, ...kept } = reply.headers
        outgoing.writeHead(reply.statusCode ?? 502, kept)
        reply.on('error', fail).pipe(outgoing)
      },
    )
    incoming.pipe(onward.on('error', fail))
  }
  const server = createServer({ keepAliveTimeout: 120_000 }, forward)
  let watching = true
  const watch = async (port: number) => {
    while (watching) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (reply) => reply.status,
        () => 0,
      )
      if (status === 200) ready.add(port)
      else ready.delete(port)
      await pause(50)
    }
  }
  const watches = ports.map(watch)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    isReady: (port) => ready.has(port),
    async close() {
      watching = false
      await Promise.all(watches)
      for (const agent of agents.values()) agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
