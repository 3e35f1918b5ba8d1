import { ageOn, type ClinicalRequest, type LabOrder, lagosDate } from '@labalaba/contract'
import * as copy from '../../copy/clinical-request.ts'
import { fill, plural } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'

/** Whether the lab must ask when the patient was born: values are read by age. */
export function needsBirthDate({ patient, clinical }: Pick<LabOrder, 'patient' | 'clinical'>): boolean {
  return patient.bornOn === null && clinical.bornOn === null
}

/** What the lab knows of the patient besides the booking: a label and words for each answer. */
export function clinicalFacts(
  {
    pregnancy,
    week,
    medicines,
    pretestCounselling,
    fastedHours,
    indication,
    intervalsOf,
    bornOn,
    isBornAbout,
  }: ClinicalRequest,
  now: Date,
): { label: string; value: string }[] {
  const facts: [label: string, value: string | null][] = [
    [copy.factBorn, bornOn && bornWords(bornOn, isBornAbout, now)],
    [copy.factPregnancy, pregnancy && pregnancyWords[pregnancy](week)],
    [
      copy.factMedicines,
      medicines && (medicines.map((one) => copy.shortMedicines[one]).join(', ') || copy.noneOfThem),
    ],
    [copy.factCounselled, pretestCounselling],
    [copy.factFasting, fastedHours === null ? null : plural(copy.mealHoursAgo, fastedHours)],
    [copy.factIndication, indication],
    [copy.factIntervals, intervalsOf],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

const pregnancyWords = {
  not_pregnant: () => copy.notPregnant,
  pregnant: (week: number | null) =>
    week === null ? copy.pregnantNoWeek : fill(copy.pregnantInWeek, { week }),
  not_known: () => copy.pregnancyUnknown,
} as const

function bornWords(bornOn: string, isAbout: boolean, now: Date): string {
  const age = ageOn(bornOn, lagosDate(now))
  return isAbout ? fill(copy.aboutAge, { age }) : `${plainDay(bornOn)} (${age})`
}
