import { isDeepStrictEqual } from 'node:util'
import { isolatesOf } from '@labalaba/contract'
import { correctionWords } from './policy.ts'
import type { ValueRow, VersionRow } from './repository.ts'

/** The version that a correction replaces, and those of its values that the correction does not have as they were. */
export type Replaced = {
  readonly version: Pick<VersionRow, 'report_id' | 'number'> & { readonly released_at: Date }
  readonly values: readonly ValueRow[]
}

/**
 * What a correction replaces, for its readers: a value that differs in its number or words, its unit, or its mark, one whose
 * comment has changed, and one that the correction does not have. Null for a version that corrects nothing, and after a
 * withdrawal, because the values before it may be another patient's. `all` are the values of every version of the report.
 */
export function replacedBy(
  version: VersionRow,
  before: VersionRow | undefined,
  all: readonly ValueRow[],
): Replaced | null {
  if (correctionWords(version) === null || version.adds_only) return null
  if (!before?.released_at || before.state === 'withdrawn') return null
  const { report_id, number, released_at } = before
  const valuesOf = ({ report_id: report, number: of }: Pick<VersionRow, 'report_id' | 'number'>) =>
    all.filter((one) => one.report_id === report && one.number === of)
  const now = valuesOf(version)
  const stands = (was: ValueRow) => now.some((one) => one.position === was.position && isAlike(one, was))
  return {
    version: { report_id, number, released_at },
    values: valuesOf(before).filter((was) => !stands(was)),
  }
}

function isAlike(one: ValueRow, was: ValueRow): boolean {
  const parts = ['name', 'not_measured', 'unit', 'flag', 'critical_tier'] as const
  const isSame =
    parts.every((part) => one[part] === was[part]) && (was.comment ?? one.comment) === one.comment
  return isSame && (one.value === was.value || isExtended(one, was))
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
