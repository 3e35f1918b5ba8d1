import { readFileSync } from 'node:fs'
import { main } from '../../../src/main.ts'

/** How the harness starts a server: its settings, and the file that says how far ahead its clock stands. */
export type Orders = {
  readonly env: Readonly<Record<string, string>>
  readonly beside: boolean
  readonly clockFile: string
}

/** The server as it runs anywhere, in a process that can be killed, with the clock offset of a file. */
async function serve({ env, beside, clockFile }: Orders): Promise<void> {
  let ahead = 0
  const readClock = () => {
    const milliseconds = Number(readFileSync(clockFile, 'utf8') || ahead)
    if (Number.isFinite(milliseconds)) ahead = milliseconds
  }
  readClock()
  setInterval(readClock, 50).unref()
  await main(env, beside, { now: () => new Date(Date.now() + ahead) })
}

process.on('disconnect', () => process.exit(1))
process.once('message', (orders: Orders) => void serve(orders))
