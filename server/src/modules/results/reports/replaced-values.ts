import { isDeepStrictEqual } from 'node:util'
import { isolatesOf } from '@labalaba/contract'
import { correctionWords } from './policy.ts'
import type { ValueRow, VersionRow } from './repository.ts'

/** An earlier released version of a report, and those of its values that no later version has as they were. */
export type Replaced = {
  readonly version: Pick<VersionRow, 'report_id' | 'number'> & { readonly released_at: Date }
  /** When the next version was released; null if that is still to come. */
  readonly replacedAt: Date | null
  readonly values: readonly ValueRow[]
}

/**
 * What earlier reports said that a version does not say, for its readers, the oldest report first: a value that differs in
 * its number or words, its unit or its mark or its method, one whose comment has changed, and one that the version does not
 * have. A value that several reports had is listed with the last of them. The version before a correction is always listed.
 * Nothing before a withdrawal is, because those values may be another patient's. Pass all `versions` of the report, and the
 * values of each.
 */
export function replacedBy(
  version: VersionRow,
  versions: readonly VersionRow[],
  all: readonly ValueRow[],
): Replaced[] {
  if (version.adds_only) return []
  const valuesOf = ({ report_id: report, number }: Pick<VersionRow, 'report_id' | 'number'>) =>
    all.filter((one) => one.report_id === report && one.number === number)
  const isCorrection = correctionWords(version) !== null
  const replaced: Replaced[] = []
  let next = version
  const later = [...valuesOf(version)]
  for (const before of earlierOf(version, versions)) {
    const { report_id, number, released_at } = before
    const own = valuesOf(before)
    const values = own.filter(
      (was) => !later.some((one) => one.position === was.position && isAlike(one, was)),
    )
    if (values.length > 0 || (isCorrection && next === version))
      replaced.unshift({ version: { report_id, number, released_at }, replacedAt: next.released_at, values })
    later.push(...own)
    next = before
  }
  return replaced
}

type Out = VersionRow & { readonly released_at: Date }

/** The released versions before this one, the newest first, back to the last that was withdrawn. */
function earlierOf({ number }: VersionRow, versions: readonly VersionRow[]): Out[] {
  const before = versions
    .filter((one): one is Out => one.number < number && one.released_at !== null)
    .toSorted((one, other) => other.number - one.number)
  const end = before.findIndex(({ state }) => state === 'withdrawn')
  return end === -1 ? before : before.slice(0, end)
}

function isAlike(one: ValueRow, was: ValueRow): boolean {
  const parts = ['name', 'not_measured', 'unit', 'flag', 'critical_tier'] as const
  const isSame =
    parts.every((part) => one[part] === was[part]) && (was.comment ?? one.comment) === one.comment
  const isStill = one.value === was.value && (was.method ?? one.method) === one.method
  return isSame && (isStill || isExtended(one, was))
}

/** Whether a culture has the same organisms, each with the agents that it had; as `is_extended_by` in the database. */
function isExtended(one: ValueRow, was: ValueRow): boolean {
  if (one.structure !== 'isolates') return false
  const [now, before] = [isolatesOf(one.value ?? ''), isolatesOf(was.value ?? '')]
  if (!now || !before || now.found.length !== before.found.length) return false
  // Two strains of one name cannot be told apart.
  const heads = new Set(now.found.map(({ organism, quantity }) => `${organism}, ${quantity}`))
  if (heads.size < now.found.length) return false
  const isTested = before.breakpoints !== null
  if (isTested && before.breakpoints !== now.breakpoints) return false
  return before.found.every(({ organism, quantity, agents }) => {
    const same = now.found.find((other) => other.organism === organism && other.quantity === quantity)
    return (
      same !== undefined &&
      agents.every((agent) => same.agents.some((other) => isDeepStrictEqual(agent, other)))
    )
  })
}
