import {
  type ClinicalAnswers,
  type ClinicalQuestion,
  type LagosDate,
  lastPregnancyWeek,
  type Medicine,
  medicines,
  type PregnancyAnswer,
  parseLagosDate,
  type Trimester,
  trimestersInWeek,
} from '@labalaba/contract'
import { DomainError } from '../../../infra/http/domain-error.ts'

/** The columns about a pregnancy. */
type Pregnancy = {
  readonly pregnancy: PregnancyAnswer | null
  readonly week: number | null
  readonly week_on: string | null
  readonly last_period_on: string | null
}

/** The columns of a clinical request that a booking fills. */
export type Answers = Pregnancy & {
  readonly medicines: Medicine[] | null
  readonly indication: string | null
  readonly is_urgent: boolean
  readonly intervals_of: 'Male' | 'Female' | null
}

/**
 * The answers as they are stored: those that are asked, and those about urgency and intervals. Throws `invalid` for a week or
 * period without a pregnancy, both at once, or a last period that is in the future or longer ago than a pregnancy lasts.
 */
export function readAnswers(
  given: ClinicalAnswers,
  asks: readonly ClinicalQuestion[],
  today: LagosDate,
): Answers {
  const pregnancy = asks.includes('pregnancy') ? (given.pregnancy ?? null) : null
  const isPregnant = pregnancy === 'pregnant'
  if (given.pregnancy !== 'pregnant' && (given.week !== undefined || given.lastPeriodOn !== undefined))
    throw wrong('pregnancy', 'Only a pregnant patient has a week or a last period here.')
  if (given.week !== undefined && given.lastPeriodOn !== undefined)
    throw wrong('week', 'Give the week or the last period, not both.')
  const lastPeriodOn = given.lastPeriodOn === undefined ? null : readLastPeriod(given.lastPeriodOn, today)
  const asked = medicines.filter((one) => asks.includes(one))
  const taken = given.medicines?.filter((one) => asked.includes(one)) ?? null
  return {
    pregnancy,
    week: isPregnant ? (given.week ?? null) : null,
    week_on: isPregnant && given.week !== undefined ? today : null,
    last_period_on: isPregnant ? lastPeriodOn : null,
    medicines: asked.length > 0 ? taken : null,
    indication: asks.includes('indication') ? given.indication || null : null,
    is_urgent: given.isUrgent ?? false,
    intervals_of: given.intervalsOf ?? null,
  }
}

/** Whether answers say anything that is worth storing. */
export function saysAnything({ is_urgent: isUrgent, ...answers }: Answers): boolean {
  return isUrgent || Object.values(answers).some((one) => one !== null)
}

/** The longest time since the last period that is still a pregnancy, in days. */
const longestPregnancy = lastPregnancyWeek * 7

function readLastPeriod(typed: string, today: LagosDate): LagosDate {
  const day = parseLagosDate(typed)
  if (day && day <= today && daysBetween(day, today) <= longestPregnancy) return day
  throw wrong('lastPeriodOn', `Enter a day of the last ${lastPregnancyWeek} weeks.`)
}

function wrong(field: string, words: string): DomainError {
  return new DomainError('invalid', { fields: { [`clinical.${field}`]: words } })
}

/** The full week of the pregnancy on a day; null if it is not known, or the patient is not pregnant. */
export function weekOn(request: Pregnancy | undefined, day: LagosDate): number | null {
  if (request?.last_period_on) return Math.floor(daysBetween(request.last_period_on, day) / 7)
  if (request?.week && request.week_on)
    return request.week + Math.floor(daysBetween(request.week_on, day) / 7)
  return null
}

/** The trimesters whose limits hold on a day; none unless the patient is pregnant, and none once that must have ended. */
export function trimestersOn(request: Pregnancy | undefined, day: LagosDate): readonly Trimester[] {
  return request?.pregnancy === 'pregnant' ? trimestersInWeek(weekOn(request, day)) : []
}

const dayMs = 24 * 3_600_000

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}
