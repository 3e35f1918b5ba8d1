import * as z from 'zod/mini'
import { lastPregnancyWeek } from './clinical-answers.ts'
import { type CriticalLimit, criticalLimit, type IntervalBasis } from './result-judgement.ts'

/** LOINC's code of the line that asks whether the patient is pregnant (loinc.org/82810-3). */
export const pregnancyLoinc = '82810-3'

export const trimester = z.literal([1, 2, 3])
export type Trimester = z.infer<typeof trimester>

/**
 * The choices of that line, and the trimesters whose limits each brings: the first to 13 weeks, the third from 28 weeks on.
 * If the week is not known, the limits of all three hold.
 */
const answers: Readonly<Record<string, readonly Trimester[]>> = {
  'Not pregnant': [],
  'Pregnant, weeks 1–13': [1],
  'Pregnant, weeks 14–27': [2],
  'Pregnant, from week 28': [3],
  'Pregnant, week not known': [1, 2, 3],
  'Not known': [],
}

/** Full years, our choice: pregnancy is very rare outside them. */
const agesAsked = { from: 10, to: 55 }

/** Whether a patient is asked about pregnancy: only where it is possible. The age is in full years; null if it is not known. */
export function isAskedAboutPregnancy(sex: 'Male' | 'Female', age: number | null): boolean {
  return sex === 'Female' && (age === null || (age >= agesAsked.from && age <= agesAsked.to))
}

/** The choices of that line, in the order of the entry form. */
export const pregnancyChoices: readonly string[] = Object.keys(answers)

/** The trimester of a week of pregnancy; all three if it is not known; none after its last week. */
export function trimestersInWeek(week: number | null): readonly Trimester[] {
  if (week === null) return [1, 2, 3]
  if (week > lastPregnancyWeek) return []
  return [week < 14 ? 1 : week < 28 ? 2 : 3]
}

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

/** Values that are critical in these trimesters alone, beside those that always are. */
export const criticalInPregnancy = z.extend(criticalLimit, { trimesters: z.array(trimester) })
export type CriticalInPregnancy = z.infer<typeof criticalInPregnancy>

type Limited = {
  readonly low: number | null
  readonly high: number | null
  readonly basis: IntervalBasis | null
  readonly inPregnancy: readonly PregnancyLimit[]
  readonly criticals: readonly CriticalLimit[]
  readonly criticalsInPregnancy: readonly CriticalInPregnancy[]
}

/**
 * A line with its limits in these trimesters; unchanged if the patient is not pregnant, or no limit of the line differs. Critical
 * limits of a trimester are added to the others: none of those ever gives way.
 */
export function limitsIn<Line extends Limited>(line: Line, trimesters: readonly Trimester[]): Line {
  return withInterval(withCriticals(line, trimesters), trimesters)
}

function withCriticals<Line extends Limited>(line: Line, trimesters: readonly Trimester[]): Line {
  const theirs = line.criticalsInPregnancy.flatMap(({ trimesters: holdsIn, ...limit }) =>
    holdsIn.some((one) => trimesters.includes(one)) ? [limit] : [],
  )
  return theirs.length === 0 ? line : { ...line, criticals: [...line.criticals, ...theirs] }
}

function withInterval<Line extends Limited>(line: Line, trimesters: readonly Trimester[]): Line {
  const rows = line.inPregnancy.filter((row) => row.trimesters.some((one) => trimesters.includes(one)))
  const low = strictest(line.low, { rows, trimesters, side: 'low' })
  const high = strictest(line.high, { rows, trimesters, side: 'high' })
  if (low === line.low && high === line.high) return line
  // A lab's own interval may lie beyond them: then it stays.
  return low !== null && high !== null && low > high ? line : { ...line, low, high, basis: 'pregnancy' }
}

type Side = {
  readonly rows: readonly PregnancyLimit[]
  readonly trimesters: readonly Trimester[]
  readonly side: 'low' | 'high'
}

/** The strictest limit of one side. The usual one counts too, unless signed rows take its place in each trimester. */
function strictest(usual: number | null, { rows, trimesters, side }: Side): number | null {
  const given = rows.filter((row) => row[side] !== null)
  const isReplaced =
    given.length > 0 &&
    given.every(({ isSigned }) => isSigned) &&
    trimesters.every((one) => given.some((row) => row.trimesters.includes(one)))
  const limits = given.flatMap((row) => row[side] ?? [])
  if (usual !== null && !isReplaced) limits.push(usual)
  if (limits.length === 0) return null
  return side === 'low' ? Math.max(...limits) : Math.min(...limits)
}
