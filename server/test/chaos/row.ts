import type { Trial, Verdict } from '../torture/torture.ts'

/** The head of the table in docs/operations/faults.md. */
export const tableHead = [
  '| scene | seed | version | minutes | orders | transactions | faults | without bookings | lost | doubled |',
  '| --- | --- | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |',
].join('\n')

type Shown = Pick<Verdict, 'orders' | 'matched' | 'broken' | 'secondsWithoutBookings' | 'lost' | 'doubled'>

/** The row of one run. */
export function rowOf(
  scene: string,
  version: string,
  { seed, minutes }: Pick<Trial, 'seed' | 'minutes'>,
  verdict: Shown,
): string {
  const faults = [...verdict.broken].map(([name, times]) => `${name} ${times}`).join(', ')
  const { orders, matched, secondsWithoutBookings, lost, doubled } = verdict
  const cells = [scene, seed, version, minutes, orders, matched, faults]
  return `| ${[...cells, `${Math.round(secondsWithoutBookings)} s`, lost, doubled].join(' | ')} |`
}
