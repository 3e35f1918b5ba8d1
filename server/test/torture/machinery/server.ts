import { readFileSync } from 'node:fs'
import { main } from '../../../src/main.ts'
import { migrationsOf } from './versions.ts'

/** How the harness starts a server: its settings, and the file that says how far ahead its clock stands. */
export type Orders = {
  readonly env: Readonly<Record<string, string>>
  readonly beside: boolean
  readonly clockFile: string
  /** Whether it is the next version, with one migration more. */
  readonly newer: boolean
}

/**
 * The server as it runs anywhere, in a process that can be killed, with the clock offset of a file. SIGTERM lets it drain and
 * end.
 */
async function serve({ env, beside, clockFile, newer }: Orders): Promise<void> {
  let ahead = 0
  const readClock = () => {
    const milliseconds = Number(readFileSync(clockFile, 'utf8') || ahead)
    if (Number.isFinite(milliseconds)) ahead = milliseconds
  }
  readClock()
  setInterval(readClock, 50).unref()
  const clock = { now: () => new Date(Date.now() + ahead) }
  const running = await main(env, beside, clock, migrationsOf(newer))
  process.once('SIGTERM', () => void running.close().then(() => process.exit(0)))
}

process.on('disconnect', () => process.exit(1))
// The harness may have ended before this line was reached.
if (!process.connected) process.exit(1)
process.once('message', (orders: Orders) => void serve(orders))
