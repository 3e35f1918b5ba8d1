import {
  type BodySent,
  type changeClinicalRequest,
  fullYears,
  type LabOrder,
  type Medicine,
  type PregnancyAnswer,
} from '@labalaba/contract'
import { type DateParts, dateFromParts, partsFromDate } from '../../components/date-of-birth.ts'

/** What a user has typed about the patient of an order. */
export type TypedDetails = {
  readonly birth: DateParts
  readonly age: string
  readonly pregnancy: PregnancyAnswer | ''
  readonly week: string
  readonly lastPeriodOn: string
  readonly medicines: readonly Medicine[] | null
  readonly indication: string
  readonly pretestCounselling: string
  readonly fastedHours: string
  readonly isUrgent: boolean
  readonly intervalsOf: '' | 'Male' | 'Female'
}

/** The form with the stored details that it began with. */
export type DetailsForm = {
  readonly typed: TypedDetails
  readonly stored: TypedDetails
  /** The number of the stored details, which the server compares. */
  readonly number: number
  /** Another person has changed the details since the form was opened. */
  readonly isMerged: boolean
}

type Stored = Pick<LabOrder, 'clinical'>

/** The form as it opens. `today` is `YYYY-MM-DD`. */
export function openForm(order: Stored, today: string): DetailsForm {
  const stored = detailsOf(order, today)
  return { typed: stored, stored, number: order.clinical.number, isMerged: false }
}

function detailsOf({ clinical }: Stored, today: string): TypedDetails {
  const { bornOn, isBornAbout, lastPeriodOn } = clinical
  return {
    birth: partsFromDate(bornOn && !isBornAbout ? bornOn : ''),
    age: bornOn && isBornAbout ? String(fullYears(bornOn, today)) : '',
    pregnancy: clinical.pregnancy ?? '',
    week: lastPeriodOn === null && clinical.week !== null ? String(clinical.week) : '',
    lastPeriodOn: lastPeriodOn ?? '',
    medicines: clinical.medicines,
    indication: clinical.indication ?? '',
    pretestCounselling: clinical.pretestCounselling ?? '',
    fastedHours: clinical.fastedHours === null ? '' : String(clinical.fastedHours),
    isUrgent: clinical.isUrgent,
    intervalsOf: clinical.intervalsOf ?? '',
  }
}

/** Answers that only make sense together. */
const together = [
  ...([['birth', 'age'], ['pregnancy', 'week', 'lastPeriodOn'], ['medicines'], ['indication']] as const),
  ...([['pretestCounselling'], ['fastedHours'], ['isUrgent'], ['intervalsOf']] as const),
] satisfies readonly (readonly (keyof TypedDetails)[])[]

/**
 * The form with details that another person has stored meanwhile: the answers that this user has typed stay, and the others
 * become the stored ones. So a save overwrites no answer of a colleague that this user has not seen.
 */
export function mergedForm(form: DetailsForm, order: Stored, today: string): DetailsForm {
  const stored = detailsOf(order, today)
  const taken = together
    .filter((fields) => fields.every((field) => isSame(form.typed[field], form.stored[field])))
    .flatMap((fields) => fields.map((field) => [field, stored[field]] as const))
  const typed: TypedDetails = { ...form.typed, ...Object.fromEntries(taken) }
  // If the stored details are what was typed, this user saved them, and the answer was lost.
  return { typed, stored, number: order.clinical.number, isMerged: form.isMerged || !isSame(typed, stored) }
}

/** Whether something was typed that is not stored. */
export function hasUnsaved({ typed, stored }: DetailsForm): boolean {
  return !isSame(typed, stored)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What is sent: all answers, since they replace the stored ones. */
export function bodyOf({ typed, number }: DetailsForm): BodySent<typeof changeClinicalRequest> {
  const { pregnancy, week, lastPeriodOn, medicines, indication, fastedHours, isUrgent, intervalsOf } = typed
  const bornOn = dateFromParts(typed.birth)
  const isPregnant = pregnancy === 'pregnant'
  return {
    ...{ basedOn: number, isUrgent },
    ...(bornOn ? { bornOn } : typed.age !== '' && { age: Number(typed.age) }),
    ...(pregnancy && { pregnancy }),
    ...(isPregnant && week && { week: Number(week) }),
    ...(isPregnant && lastPeriodOn && { lastPeriodOn }),
    ...(medicines && { medicines: [...medicines] }),
    ...(indication.trim() && { indication: indication.trim() }),
    ...(typed.pretestCounselling.trim() && { pretestCounselling: typed.pretestCounselling.trim() }),
    ...(fastedHours && { fastedHours: Number(fastedHours) }),
    ...(intervalsOf && { intervalsOf }),
  }
}
