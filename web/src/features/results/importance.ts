import { isComment, type ResultValue } from '@labalaba/contract'
import { isMarked } from './policy.ts'

/**
 * The values of a result in the order in which its reader needs them: critical ones first, those to act on at once before the
 * others, then those outside their interval, then the rest as the lab reports them. Comments come last. Lines that one
 * cannot read without the other stay together: the organisms with the culture, and a text with the finding before it.
 */
export function importantFirst<Value extends ResultValue>(values: readonly Value[]): Value[] {
  const comments = values.filter(isComment)
  const groups = groupsOf(values.filter((value) => !isComment(value)))
  return [...groups.sort((one, other) => weightOf(one) - weightOf(other)).flat(), ...comments]
}

function weightOf(group: readonly ResultValue[]): number {
  return Math.min(...group.map(weight))
}

function weight({ flag, tier }: ResultValue): number {
  if (tier !== null) return tier === 'immediate' ? 0 : 1
  return isMarked(flag) ? 2 : 3
}

/** The lines that belong together, in the order of the report. */
function groupsOf<Value extends ResultValue>(values: readonly Value[]): Value[][] {
  const groups: Value[][] = []
  for (const value of values) {
    const finding = groups.map(([first]) => first?.kind).lastIndexOf('choice')
    const follows = value.isolates !== null || finding === groups.length - 1
    const belongs = value.kind === 'text' && finding >= 0 && follows
    // Between a culture and its organisms there may be a count, which belongs to them too.
    groups.push(belongs ? [...groups.splice(finding).flat(), value] : [value])
  }
  return groups
}
