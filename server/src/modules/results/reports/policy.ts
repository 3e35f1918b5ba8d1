/** A test of an order, as a sample serves it. */
type TestServed = { readonly position: number; readonly testId: number }
type ReportOf = { readonly position: number; readonly test_id: number }
type Sample = {
  readonly state: string
  readonly received_at: Date | null
  readonly tests: readonly TestServed[]
}

/** Whether a report is for one of these tests. */
export function isAmong(tests: readonly TestServed[], { position, test_id }: ReportOf): boolean {
  return tests.some((one) => one.position === position && one.testId === test_id)
}

/** Whether values were entered before the present sample was received: they belong to a sample that was rejected. */
export function isOfEarlierSample(samples: readonly Sample[], report: ReportOf, enteredAt: Date): boolean {
  return samples.some(
    ({ state, received_at, tests }) =>
      state === 'received' && received_at !== null && received_at > enteredAt && isAmong(tests, report),
  )
}

/**
 * Whether a staff member with these duties may withdraw a result. Managers may too, because it cannot wait for a verifier.
 */
export function mayWithdraw(duties: readonly string[]): boolean {
  return duties.includes('verifier') || duties.includes('manager')
}
