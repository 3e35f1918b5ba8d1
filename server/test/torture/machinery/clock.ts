import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The clocks of the servers: each offset from the machine’s clock is in a file that the server reads. */
export type Clocks = {
  readonly files: Readonly<Record<'server' | 'worker', string>>
  aheadMs(): number
  moveOn(milliseconds: number): void
  /** Shifts the clock of one by this much, until it is reset by 0. */
  skew(whose: 'server' | 'worker', milliseconds: number): void
}

/** Sets both clocks to the machine's time. */
export function setClocks(folder: string): Clocks {
  const files = { server: join(folder, 'clock-server'), worker: join(folder, 'clock-worker') }
  const wrong = { server: 0, worker: 0 }
  let ahead = 0
  const write = () => {
    writeFileSync(files.server, String(ahead + wrong.server))
    writeFileSync(files.worker, String(ahead + wrong.worker))
  }
  write()
  return {
    files,
    aheadMs: () => ahead,
    moveOn(milliseconds) {
      ahead += milliseconds
      write()
    },
    skew(whose, milliseconds) {
      wrong[whose] = milliseconds
      write()
    },
  }
}
