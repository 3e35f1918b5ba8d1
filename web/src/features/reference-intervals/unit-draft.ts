import type { MeasuredLine, ReportingUnit } from '@labalaba/contract'
import * as copy from '../../copy/reference-intervals.ts'
import { fill } from '../../lib/fill.ts'
import { catalogueWords, nextTyped, type TypedInterval, typedOf, withoutLimits } from './policy.ts'

/** Each interval has a stable key, so that its fields keep their state if one above is removed. */
export type KeyedInterval = { readonly key: number; readonly typed: TypedInterval }

/** The intervals typed in each unit, by its UCUM code, so that a number never moves to another unit. */
export type IntervalsDraft = {
  readonly ucum: string | null
  readonly byUnit: Readonly<Record<string, readonly KeyedInterval[]>>
}

/** A draft with the lab's own intervals, or with an empty one. */
export function draftOf({ ucum, own }: Pick<MeasuredLine, 'ucum' | 'own'>): IntervalsDraft {
  const typed = own.length > 0 ? own.map(typedOf) : [nextTyped(undefined)]
  return { ucum, byUnit: { [ucum ?? '']: typed.map((one, key) => ({ key, typed: one })) } }
}

/** The intervals typed in a unit; undefined if none were. */
export function rowsIn(
  { byUnit }: IntervalsDraft,
  ucum: string | null,
): readonly KeyedInterval[] | undefined {
  return byUnit[ucum ?? '']
}

/** What was typed in these rows: nothing, if there is only the empty one that a draft begins with. */
export function typedInRows(rows: readonly KeyedInterval[]): readonly TypedInterval[] {
  const typed = rows.map((row) => row.typed)
  return JSON.stringify(typed) === JSON.stringify([nextTyped(undefined)]) ? [] : typed
}

/**
 * The draft in another unit: what was typed in it before, or the same patients without limits. Limits stay if a number means
 * the same in both, as in mIU/L and µIU/mL.
 */
export function inAnotherUnit(
  draft: IntervalsDraft,
  ucum: string,
  { units, own }: Pick<MeasuredLine, 'units' | 'own'>,
): IntervalsDraft {
  const rows = rowsIn(draft, ucum) ?? startIn(draft, ucum, { units, own })
  return { ucum, byUnit: { ...draft.byUnit, [ucum]: rows } }
}

function startIn(
  draft: IntervalsDraft,
  ucum: string,
  { units, own }: Pick<MeasuredLine, 'units' | 'own'>,
): readonly KeyedInterval[] {
  const before = rowsIn(draft, draft.ucum) ?? []
  const [from, to] = [draft.ucum, ucum].map((code) => units.find((unit) => unit.ucum === code))
  if (from?.factor && from.factor === to?.factor) return before
  // Without an interval of its own a lab has none to type again, unless the unit needs one.
  if (own.length === 0 && to?.catalogue !== null) return []
  return before.map(({ key, typed }) => ({ key, typed: withoutLimits(typed) }))
}

/** What the catalogue says in a unit, and where it is used. */
export function catalogueSentence({
  catalogue,
  unit,
}: Pick<MeasuredLine, 'unit'> & Pick<ReportingUnit, 'catalogue'>): string {
  if (catalogue === null) return fill(copy.notConverted, { unit: unit ?? '' })
  const words = catalogueWords({ catalogue, unit })
  const says = words.length > 0 ? `${fill(copy.catalogueSays, { intervals: words.join('. ') })} ` : ''
  return `${says}${copy.catalogueIsForAdults}`
}
