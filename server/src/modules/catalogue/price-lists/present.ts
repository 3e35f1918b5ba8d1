import { type Kobo, type LabPrice, nairaOf, type PriceChange, type PriceChangeLine } from '@labalaba/contract'
import type { ChangeRow, LineRow } from './change-repository.ts'
import type { PriceRow } from './repository.ts'

const naira = (price: Kobo | null) => (price === null ? null : nairaOf(price))
const not = (is: boolean | null) => (is === null ? null : !is)

/** A test in the lab's own price list. */
export function presentPrice(row: PriceRow): LabPrice {
  const { terms, ...test } = row
  return {
    code: test.code,
    name: test.name,
    kind: test.kind,
    department: test.department,
    price: naira(terms?.priceKobo ?? null),
    turnaroundHours: terms?.hours ?? test.usualHours,
    atHome: terms?.atHome ?? test.mayBeAtHome,
    mayBeAtHome: test.mayBeAtHome,
    paused: terms !== null && !terms.active,
    locations: test.locations,
    planned: presentPlanned(row),
  }
}

/** The planned terms of a test, and from which day. */
export function presentPlanned({ planned }: PriceRow): LabPrice['planned'] {
  return planned && { on: planned.on, price: naira(planned.priceKobo), paused: not(planned.active) }
}

/** A change of the price list. `names` are the names of accounts. */
export function presentChange(change: ChangeRow, names: ReadonlyMap<number, string>): PriceChange {
  return {
    id: change.id,
    source: change.source,
    state: stateOf(change),
    percent: change.percent_bps === null ? null : change.percent_bps / 100,
    department: change.department,
    madeBy: names.get(change.made_by) ?? '',
    madeAt: change.made_at.toISOString(),
    confirmedBy: change.confirmed_by === null ? null : (names.get(change.confirmed_by) ?? ''),
    confirmedAt: change.confirmed_at?.toISOString() ?? null,
    appliedAt: change.applied_at?.toISOString() ?? null,
    on: change.effective_on,
    counts: { ...change.counts, unchanged: change.unchanged },
  }
}

function stateOf(change: ChangeRow): PriceChange['state'] {
  if (change.withdrawn_at) return 'withdrawn'
  if (change.applied_at) return 'applied'
  return change.confirmed_at ? 'waiting' : 'preview'
}

/** How a change alters one test. */
export function presentLine(line: LineRow): PriceChangeLine {
  return {
    code: line.code,
    name: line.name,
    price: { was: naira(line.oldPriceKobo), becomes: naira(line.priceKobo) },
    turnaroundHours: { was: line.oldHours, becomes: line.hours },
    atHome: { was: line.oldAtHome, becomes: line.atHome },
    paused: { was: not(line.oldActive), becomes: not(line.active) },
  }
}
