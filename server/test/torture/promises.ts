/** What users were told, to be compared with the truth at the end. */
export type Promises = {
  /** Orders that an answer reported as booked, with the reported total, in naira. */
  readonly booked: Map<string, { readonly total: number | null; readonly by: string }>
  /** Orders that an answer reported as paid. */
  readonly paid: Set<string>
  /** Answers that no client should ever get. */
  readonly wrong: string[]
  readonly done: Map<string, number>
  readonly refused: Map<string, number>
  /** The requests to book, and whether each was answered as the site answers when nothing is broken. */
  readonly bookings: BookingCall[]
  /** Actions of payers that a payer should not do. */
  readonly strange: Map<string, number>
}

/** A request to book: when it was sent, when it ended, in milliseconds, and whether the site served it. */
export type BookingCall = { readonly from: number; readonly to: number; readonly served: boolean }

/** An empty record. */
export function noPromises(): Promises {
  const counts = { done: new Map(), refused: new Map(), strange: new Map() }
  return { booked: new Map(), paid: new Set(), wrong: [], bookings: [], ...counts }
}

/** Counts one more. */
export function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/**
 * For how many seconds no booking was possible: from each request to book that was not served to the end of the next one that
 * was. Requests that were never followed by a served one count until `end`.
 */
export function secondsWithoutBookings(calls: readonly BookingCall[], end: number): number {
  let total = 0
  let since: number | null = null
  for (const { from, to, served } of calls.toSorted((a, b) => a.from - b.from)) {
    if (!served) since ??= from
    else if (since !== null) {
      total += Math.max(0, to - since)
      since = null
    }
  }
  return (total + (since === null ? 0 : Math.max(0, end - since))) / 1000
}
