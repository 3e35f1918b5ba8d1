/** A test of an order, as a sample serves it. */
type TestServed = { readonly position: number; readonly testId: number }
type ReportOf = { readonly position: number; readonly test_id: number }
type Sample = {
  readonly state: string
  readonly received_at: Date | null
  readonly tests: readonly TestServed[]
}

/** Whether a report is among these tests. */
export function isAmong(tests: readonly TestServed[], { position, test_id }: ReportOf): boolean {
  return tests.some((one) => one.position === position && one.testId === test_id)
}

/** Whether values were entered before the sample came that is in the lab now: they are of one that was rejected. */
export function isOfEarlierSample(samples: readonly Sample[], report: ReportOf, enteredAt: Date): boolean {
  return samples.some(
    ({ state, received_at, tests }) =>
      state === 'received' && received_at !== null && received_at > enteredAt && isAmong(tests, report),
  )
}

/** Whether somebody with these duties may take a result back: it cannot wait until a verifier is there. */
export function mayWithdraw(duties: readonly string[]): boolean {
  return duties.includes('verifier') || duties.includes('manager')
}
