import { pregnancyChoices, pregnancyLoinc } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import type { OrderRow } from '../../orders/index.ts'
import { type MeasuredLine, measuredLines } from './measured-lines.ts'
import { shownValue, withSent } from './policy.ts'
import { readValues } from './read-values.ts'
import * as repository from './repository.ts'

/** Whether the marks or limits of a draft changed; `other_lines` if it is on lines that the catalogue no longer has. */
type Judged = 'unchanged' | 'changed' | 'other_lines'

/**
 * Judges the values of a draft by what the lab knows of the patient now. Their authors, comments and methods stay, and what a system sent for them. An answer
 * about pregnancy that this patient is not asked any more is dropped, so that the report misses it if it needs one.
 */
export async function judgeAnew(
  tx: Tx,
  order: OrderRow,
  report: repository.ReportRow,
  draft: repository.VersionKey,
  at: Date,
): Promise<Judged> {
  const all = (await repository.valuesOf(tx, [report.id])).filter(({ number }) => number === draft.number)
  const lines = await measuredLines(tx, order, report, at)
  const values = all.filter((value) => !isAnswerOfAnother(value, lines))
  const isThere = (value: repository.ValueRow) =>
    lines.some(({ id, position }) => id === value.analyte_id && position === value.position)
  if (!values.every(isThere)) return 'other_lines'
  const read = readValues(
    lines,
    values.map((value) => ({ position: value.position, value: shownValue(value), comment: value.comment })),
  )
  const judged = withSent(read, values).flatMap((value) => {
    const was = values.find(({ position }) => position === value.position)
    // Lines that are calculated have the author of one of the values that they follow from.
    const author = was ?? values[0]
    if (!author) return []
    const method = value.value !== null && was?.value != null ? was.method : value.method
    return [{ ...value, method, entered_by: author.entered_by }]
  })
  if (judgement(judged) === judgement(all)) return 'unchanged'
  await repository.replaceValues(tx, draft, judged)
  return 'changed'
}

/** An answer about pregnancy that does not fit what the lab knows, or of a patient who is not asked. */
function isAnswerOfAnother(value: repository.ValueRow, lines: readonly MeasuredLine[]): boolean {
  const line = lines.find(({ position }) => position === value.position)
  const isAnswer = value.kind === 'choice' && pregnancyChoices.includes(value.value ?? '')
  return isAnswer && !(line?.loinc === pregnancyLoinc && line.choices.includes(value.value ?? ''))
}

type Judgement = Pick<
  repository.ValueRow,
  | 'position'
  | 'value'
  | 'not_measured'
  | 'low'
  | 'high'
  | 'critical_low'
  | 'critical_high'
  | 'flag'
  | 'critical_tier'
>

/** What tells two judgements of the same values apart. */
function judgement(values: readonly Judgement[]): string {
  const parts = values.map((one) => [
    ...[one.position, one.value, one.not_measured, one.low, one.high, one.critical_low, one.critical_high],
    ...[one.flag, one.critical_tier],
  ])
  return JSON.stringify(parts.toSorted(([one], [other]) => Number(one) - Number(other)))
}
