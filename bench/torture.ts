import { parseArgs } from 'node:util'
import { torture } from '../server/test/torture/torture.ts'

/**
 * The long trial of money under faults: `npm run torture -- --minutes 20 --seed 7 --customers 8`. Ends with 1 where a
 * promise was broken, and says which.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    customers: { type: 'string', default: '8' },
  },
})
const trial = {
  ...{ minutes: Number(values.minutes), seed: Number(values.seed), customers: Number(values.customers) },
  surroundings: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
}
console.log(`Seed ${trial.seed}, ${trial.customers} customers, ${trial.minutes} minutes.`)
const { orders, done, refused, faults, breaches } = await torture(trial)
console.log(`\n${orders} orders. Done:\n${tell(done)}\n\nRefused or lost:\n${tell(refused)}`)
console.log(`\nFaults:\n${tell(faults)}\n`)
console.log(breaches.length === 0 ? 'Every kobo is where it belongs.' : breaches.slice(0, 50).join('\n'))
process.exitCode = breaches.length === 0 ? 0 : 1

function tell(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, n]) => `${String(n).padStart(8)}  ${what}`)
    .join('\n')
}
