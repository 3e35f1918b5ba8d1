import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { rowOf, tableHead } from '../server/test/chaos/row.ts'
import { type ChaosScene, scenes } from '../server/test/chaos/scenes.ts'
import { reportOf } from '../server/test/torture/report.ts'
import { type Trial, torture } from '../server/test/torture/torture.ts'
import { runWithOwnMounts } from './own-mounts.ts'

/**
 * Machines, networks and deployments that fail while customers book: `npm run chaos -- --scene network --minutes 3 --seed 7`.
 * Prints a row for docs/operations/faults.md for each scene, and exits with 1 if money or a promise was lost.
 */
const { values } = parseArgs({
  options: {
    scene: { type: 'string', default: 'all' },
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    customers: { type: 'string', default: '4' },
    'own-mounts': { type: 'boolean', default: false },
  },
})
const all = Object.entries<ChaosScene>(scenes)
const wanted = all.filter(([name]) => values.scene === 'all' || values.scene === name)
if (wanted.length === 0) {
  console.error(`There is no scene "${values.scene}". Scenes: all, ${all.map(([name]) => name).join(', ')}.`)
  process.exit(2)
}
const words = ['scene', 'minutes', 'seed', 'customers'] as const
const apart = values['own-mounts']
  ? null
  : runWithOwnMounts(
      import.meta.filename,
      words.flatMap((word) => [`--${word}`, values[word]]),
    )
process.exitCode = apart ?? ((await playAll()) ? 0 : 1)

/** Plays every wanted scene, one after the other. Returns whether every promise was kept. */
async function playAll(): Promise<boolean> {
  const ownMounts = values['own-mounts']
  const trial: Trial = {
    minutes: Number(values.minutes),
    seed: Number(values.seed),
    customers: Number(values.customers),
    surroundings: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    smallDisk: ownMounts,
  }
  // Read before the first run: the sources may change meanwhile.
  const version = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
  const rows: string[] = []
  let isKept = true
  for (const [name, { open, whyNot, smallDisk = false }] of wanted) {
    const reason = whyNot?.({ ownMounts }) ?? null
    if (reason !== null) {
      console.log(`SKIPPED ${name}: ${reason}`)
      continue
    }
    console.log(`\n${name}: seed ${trial.seed}, ${trial.customers} customers, ${trial.minutes} minutes.`)
    const own = { ...trial, smallDisk: smallDisk && ownMounts }
    const verdict = await torture(own, open())
    console.log(reportOf({ command: `npm run chaos -- --scene ${name}`, names: [] }, own, verdict))
    rows.push(rowOf(name, version, own, verdict))
    if (verdict.breaches.length > 0) isKept = false
  }
  console.log(`\n${[tableHead, ...rows].join('\n')}`)
  return isKept
}
