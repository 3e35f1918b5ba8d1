import * as z from 'zod/mini'
import type { IntervalBasis } from './result-judgement.ts'

/** LOINC's code of the line that asks whether the patient is pregnant (loinc.org/82810-3). */
export const pregnancyLoinc = '82810-3'

const trimester = z.literal([1, 2, 3])
export type Trimester = z.infer<typeof trimester>

/**
 * The choices of that line, and the trimesters whose limits each brings: the first to 13 weeks, the third from 28 weeks on.
 * If the weeks are not known, the limits of all three hold. Choices that begin with "Pregnant" make a report sensitive.
 */
const answers: Readonly<Record<string, readonly Trimester[]>> = {
  'Not pregnant': [],
  'Pregnant, weeks 1–13': [1],
  'Pregnant, weeks 14–27': [2],
  'Pregnant, from week 28': [3],
  'Pregnant, week not known': [1, 2, 3],
  'Not known': [],
}

/** The choices of that line. */
export const pregnancyChoices: readonly string[] = Object.keys(answers)

/** The trimesters that a value of that line names; none unless the patient is pregnant. */
export function trimestersOf(answer: string | null | undefined): readonly Trimester[] {
  return answers[answer ?? ''] ?? []
}

/** The outermost values of a line that are usual in pregnancy. */
export const pregnancyLimit = z.object({
  trimesters: z.array(trimester),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /** A pathologist signed it, so it takes the place of the other interval. Otherwise it can only narrow that. */
  isSigned: z.boolean(),
})
export type PregnancyLimit = z.infer<typeof pregnancyLimit>

type Limited = {
  readonly low: number | null
  readonly high: number | null
  readonly basis: IntervalBasis | null
  readonly inPregnancy: readonly PregnancyLimit[]
}

/** A line with its limits in these trimesters; unchanged if the patient is not pregnant, or no limit of the line differs. */
export function limitsIn<Line extends Limited>(line: Line, trimesters: readonly Trimester[]): Line {
  const rows = line.inPregnancy.filter((row) => row.trimesters.some((one) => trimesters.includes(one)))
  const low = strictest(line.low, rows, 'low', Math.max)
  const high = strictest(line.high, rows, 'high', Math.min)
  if (low === line.low && high === line.high) return line
  // A lab's own interval may lie beyond them: then it stays.
  return low !== null && high !== null && low > high ? line : { ...line, low, high, basis: 'pregnancy' }
}

function strictest(
  usual: number | null,
  rows: readonly PregnancyLimit[],
  side: 'low' | 'high',
  strict: (...limits: number[]) => number,
): number | null {
  const given = rows.filter((row) => row[side] !== null)
  const isReplaced = given.length > 0 && given.every(({ isSigned }) => isSigned)
  const limits = given.flatMap((row) => row[side] ?? [])
  if (usual !== null && !isReplaced) limits.push(usual)
  return limits.length > 0 ? strict(...limits) : null
}
