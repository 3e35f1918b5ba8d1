import type { Trial, Verdict } from './torture.ts'

/** The command that runs such a trial again, and the faults that it can meet, in their order. */
export type Wanted = { readonly command: string; readonly names: readonly string[] }

/** The result of a trial, for a person to read: a table of faults, operations, kills and the seed. */
export function reportOf({ command, names }: Wanted, trial: Trial, verdict: Verdict): string {
  const { breaches, faults, done, refused, orders, matched, lost, doubled, secondsWithoutBookings } = verdict
  const kills = total([...faults].filter(([name]) => name.startsWith('kill -9')))
  return [
    tableOf(names, verdict),
    '',
    `seed ${trial.seed}, ${trial.minutes} minutes, ${trial.customers} customers, ${orders} orders`,
    `${total(done)} operations done, ${total(refused)} refused or unanswered, ${kills} times kill -9`,
    `${matched} transactions of Paystack matched with the books: ${lost} lost, ${doubled} doubled; no bookings for ${Math.round(secondsWithoutBookings)} s`,
    `\nDone:\n${list(done)}`,
    `\nRefused or unanswered:\n${list(refused)}`,
    '',
    sumsTable(verdict),
    '',
    breaches.length === 0
      ? 'Every kobo is where it belongs; no invariant was broken.'
      : `${breaches.length} breaches:\n${breaches.slice(0, 60).join('\n')}\n\n${againOf(command, trial, verdict)}`,
  ].join('\n')
}

function sumsTable({ sums }: Verdict): string {
  const rows = sums.map(({ what, ours, theirs }) => [what, ...[ours, theirs, ours - theirs].map(String)])
  const line = ([what = '', ...kobo]: string[]) =>
    `| ${what.padEnd(25)} | ${kobo.map((one) => one.padStart(13)).join(' | ')} |`
  const rule = `| ${'-'.repeat(25)} |${' ------------: |'.repeat(3)}`
  return [line(['kobo', 'our books', 'Paystack', 'difference']), rule, ...rows.map(line)].join('\n')
}

function tableOf(names: readonly string[], { faults, breaches, diskStayed }: Verdict): string {
  const others = [...faults.keys()].filter((name) => !names.includes(name)).toSorted()
  const rows = [...names, ...others].map((name) => {
    const times = faults.get(name) ?? 0
    if (name === 'disk full' && diskStayed !== null) return [name, 'skipped', diskStayed]
    return [name, String(times), breaches.length === 0 ? String(times) : '?']
  })
  const width = Math.max(...rows.map(([name = '']) => name.length))
  const line = ([name = '', injected = '', survived = '']: string[]) =>
    `| ${name.padEnd(width)} | ${injected.padStart(8)} | ${survived.padStart(8)} |`
  const rule = `| ${'-'.repeat(width)} | -------: | -------: |`
  return [line(['fault', 'injected', 'survived']), rule, ...rows.map(line)].join('\n')
}

function againOf(command: string, { seed, minutes, customers }: Trial, { folder }: Verdict): string {
  return [
    `Data and logs are kept in ${folder}`,
    `Again: ${command} --minutes ${minutes} --seed ${seed} --customers ${customers}`,
  ].join('\n')
}

function total(counts: Iterable<readonly [string, number]>): number {
  return [...counts].reduce((sum, [, n]) => sum + n, 0)
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, n]) => `${String(n).padStart(8)}  ${what}`)
    .join('\n')
}
