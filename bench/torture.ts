import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { reportOf } from '../server/test/torture/report.ts'
import { torture } from '../server/test/torture/torture.ts'

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
const splitLabAndLocation = values['own-mounts'] ? null : runApart()
if (splitLabAndLocation === null) await run()
else process.exitCode = splitLabAndLocation

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
  console.log(reportOf(trial, verdict))
  process.exitCode = verdict.breaches.length === 0 ? 0 : 1
}

/** Runs this trial again in a private mount namespace; returns null if this machine does not allow it. */
function runApart(): number | null {
  const unshare = ['--mount', '--propagation', 'private']
  if (spawnSync('unshare', [...unshare, 'true']).status !== 0) return null
  const words = ['--minutes', values.minutes, '--seed', values.seed, '--customers', values.customers]
  const self = [process.execPath, ...process.execArgv, import.meta.filename, ...words, '--own-mounts']
  return spawnSync('unshare', [...unshare, ...self], { stdio: 'inherit' }).status ?? 1
}
