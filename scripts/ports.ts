import { createServer } from 'node:net'

/** Below the ports that systems use for outgoing connections, which could take one between two checks. */
const quietPorts = { from: 20_000, count: 12_000 }

/** A loopback port on which no process listens at this moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = quietPorts.from + Math.floor(Math.random() * quietPorts.count)
    if ((await whyTaken('127.0.0.1', port)) === undefined) return port
  }
  throw new Error(`no free port was found from ${quietPorts.from}`)
}

/** Another process listens there, or we have no permission. The message says what to do. */
export class PortTaken extends Error {
  override name = 'PortTaken'
}

/** Throws `PortTaken` unless we can listen there now; `setting` is the name of the setting for the port. */
export async function checkPort(setting: string, host: string, port: number): Promise<void> {
  const why = await whyTaken(host, port)
  if (!why) return
  if (why === 'EADDRINUSE') {
    throw new PortTaken(
      `Port ${port} of ${host} is in use, perhaps by another Labalaba. ` +
        `Stop what uses it, or choose another port, for example: ${setting}=${port + 10} npm start`,
    )
  }
  throw new PortTaken(
    `Labalaba cannot listen on ${host}:${port} (${why}). Choose another ${setting}, or another HOST.`,
  )
}

function whyTaken(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
