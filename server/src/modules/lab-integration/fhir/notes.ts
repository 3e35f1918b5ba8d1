import { flagWords } from '@labalaba/contract'
import type { InForce } from '../../result-access/index.ts'
import { shownValue, type ValueRow, type VersionRow } from '../../results/index.ts'

/**
 * The notes of a value, as fields of an Observation: what the lab says about it, and what earlier reports said in its place,
 * so that a receiver keeps no wrong value. `codeOf` gives the code by which a version can be checked.
 */
export function notesOf(
  value: ValueRow,
  replaced: InForce['replaced'],
  codeOf: (version: Pick<VersionRow, 'report_id' | 'number'>) => string,
) {
  const earlier = replaced.flatMap(({ version, values }) =>
    values
      .filter(({ position }) => position === value.position)
      .map((was) => ({
        time: version.released_at.toISOString(),
        text: `No longer holds, reported with the code ${codeOf(version)}: ${earlierWords(was, value)}`,
      })),
  )
  const note = [...(value.comment === null ? [] : [{ text: value.comment }]), ...earlier]
  return note.length > 0 ? { note } : {}
}

function earlierWords(was: ValueRow, now: ValueRow): string {
  const { name, unit, flag } = was
  const amount = unit === null ? shownValue(was) : `${shownValue(was)} ${unit}`
  const mark = flag && flag !== 'normal' ? `, ${flagWords[flag]}` : ''
  const method = was.method === null || was.method === now.method ? '' : `. Method: ${was.method}`
  const comment = was.comment === null || was.comment === now.comment ? '' : `. Comment: ${was.comment}`
  return `${name}: ${amount}${mark}${method}${comment}`
}
