/** What a test requires before its sample is taken. */
export type Prepared = { name: string; fastingHours: number; preparation: string }

/** The longest fast that any of the tests requires, in hours. */
export function longestFast(tests: readonly Pick<Prepared, 'fastingHours'>[]): number {
  return Math.max(0, ...tests.map((test) => test.fastingHours))
}

/** A first clause that only gives the length of the fast: "Do not eat for 8 to 12 hours before the test;". */
const fastClause =
  /^Do not eat for \d+(?: to \d+)? hours(?: before(?: the test)?)?(?:[.;,]| and\b|$)\s*(?:then )?/i

/** The preparation without the fast, which the screen shows above it; other text stays as the lab wrote it. */
function besidesFast({ fastingHours, preparation }: Prepared): string {
  if (fastingHours === 0) return preparation
  const rest = preparation.replace(fastClause, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/**
 * Each preparation once, with the tests it is for. The fast is left to `longestFast`, so that it is shown once. Tests
 * without a preparation are left out.
 */
export function preparations(tests: readonly Prepared[]): { words: string; tests: string[] }[] {
  const found = new Map<string, string[]>()
  for (const test of tests) {
    const words = besidesFast(test)
    if (words === '' || /^no special preparation/i.test(words)) continue
    found.set(words, [...(found.get(words) ?? []), test.name])
  }
  return [...found].map(([words, names]) => ({ words, tests: names }))
}
