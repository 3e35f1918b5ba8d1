/**
 * Hours within which a lab promises a result: the test's own, times the lab's factor, rounded up to a whole hour. It
 * counts in hundredths, since 100 × 1.1 is a little over 110 in floating point.
 */
export function promisedHours(testHours: number, labFactor: number): number {
  return Math.ceil((testHours * Math.round(labFactor * 100)) / 100)
}

/** The name of a test as typed, without outer and doubled spaces. Case and accents are the database's to fold. */
export function tidyName(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ')
}
