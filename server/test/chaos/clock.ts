import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../torture/machinery/database.ts'
import type { Scene } from '../torture/scene.ts'
import { playInTurn } from './faults-in-turn.ts'

const minute = 60_000
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Why the clock of the database cannot jump here; null if it can. */
function whyNoFakeClock(): string | null {
  return existsSync(library) ? null : `there is no ${library} (Debian: apt-get install libfaketime)`
}

/** The clocks of web, worker and database jump forwards and backwards, and are set right again. */
export function clock(): Scene {
  const home = mkdtempSync(join(tmpdir(), 'labalaba-clock-'))
  const file = join(home, 'database')
  /** Sets the clock of the database; it looks at the file every second. */
  const setDatabase = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  return {
    async openDatabase(options) {
      setDatabase(0)
      const environment = {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
      const fake = whyNoFakeClock() === null
      const database = await openDatabase({ ...options, ...(fake && { environment }) })
      return {
        ...database,
        async stop() {
          await database.stop()
          rmSync(home, { recursive: true, force: true })
        },
      }
    },
    async disturb(live, goesOn) {
      const { machinery, dice, long } = live
      const jump = () => dice.pick([-10, -5, -1, 1, 5, 20]) * minute
      const aWhile = () => pause(dice.whole(2000, long))
      const faults = {
        'clock of the web jumps': async () => {
          machinery.skew('server', jump())
          await aWhile()
          machinery.skew('server', 0)
        },
        'clock of the worker jumps': async () => {
          machinery.skew('worker', jump())
          await aWhile()
          machinery.skew('worker', 0)
        },
        'clock of the database jumps': async () => {
          setDatabase(jump() / 1000)
          await aWhile()
          setDatabase(0)
        },
        'all clocks jump, each its own way': async () => {
          machinery.skew('server', jump())
          machinery.skew('worker', jump())
          setDatabase(jump() / 1000)
          await aWhile()
          machinery.skew('server', 0)
          machinery.skew('worker', 0)
          setDatabase(0)
        },
      }
      const { 'clock of the database jumps': _, ...withoutDatabase } = faults
      return await playInTurn(live, whyNoFakeClock() === null ? faults : withoutDatabase, goesOn)
    },
  }
}
