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
  /** Actions of payers that a payer should not do. */
  readonly strange: Map<string, number>
}

/** An empty record. */
export function noPromises(): Promises {
  const counts = { done: new Map(), refused: new Map(), strange: new Map() }
  return { booked: new Map(), paid: new Set(), wrong: [], ...counts }
}

/** Counts one more. */
export function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
