import { parseArgs } from 'node:util'
import { faultNames } from '../server/test/torture/faults/faults.ts'
import { outsideNames } from '../server/test/torture/faults/outside.ts'
import { reportOf } from '../server/test/torture/report.ts'
import { torture } from '../server/test/torture/torture.ts'
import { runWithOwnMounts } from './own-mounts.ts'

/**
 * The long trial of money under faults: `npm run torture -- --minutes 20 --seed 7 --customers 8`. Exits with 1 if a promise
 * was broken, and says which. If possible, it runs in a mount namespace of its own, so that it can fill a disk.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    customers: { type: 'string', default: '8' },
    'own-mounts': { type: 'boolean', default: false },
  },
})
const words = ['--minutes', values.minutes, '--seed', values.seed, '--customers', values.customers]
const apart = values['own-mounts'] ? null : runWithOwnMounts(import.meta.filename, words)
if (apart === null) await run()
else process.exitCode = apart

async function run(): Promise<void> {
  const trial = {
    minutes: Number(values.minutes),
    seed: Number(values.seed),
    customers: Number(values.customers),
    surroundings: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    smallDisk: values['own-mounts'],
  }
  console.log(`Seed ${trial.seed}, ${trial.customers} customers, ${trial.minutes} minutes.`)
  const verdict = await torture(trial)
  console.log(
    reportOf({ command: 'npm run torture --', names: [...faultNames, ...outsideNames] }, trial, verdict),
  )
  process.exitCode = verdict.breaches.length === 0 ? 0 : 1
}
