import { type ClinicalRequest, lagosDate, type Medicine } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { firstName } from '../../../infra/first-name.ts'
import { accountNames } from '../../accounts/index.ts'
import { trimestersOn, weekOn } from './policy.ts'
import { clinicalRequestOf } from './repository.ts'

/** What the lab of an order knows of its patient, as its staff see it; an empty one if nothing was answered. */
export async function readClinicalRequest(db: Db, orderId: number, now: Date): Promise<ClinicalRequest> {
  const row = await clinicalRequestOf(db, orderId)
  const today = lagosDate(now)
  // One that must have ended is asked about again.
  const hasEnded = row?.pregnancy === 'pregnant' && trimestersOn(row, today).length === 0
  const changer = row?.account_id ?? null
  const name = changer === null ? undefined : (await accountNames(db, [changer])).get(changer)
  return {
    number: row?.number ?? 0,
    pregnancy: hasEnded ? null : (row?.pregnancy ?? null),
    week: hasEnded ? null : weekOn(row, today),
    lastPeriodOn: hasEnded ? null : (row?.last_period_on ?? null),
    // The table allows no others.
    medicines: (row?.medicines as Medicine[] | null | undefined) ?? null,
    indication: row?.indication ?? null,
    isUrgent: row?.is_urgent ?? false,
    pretestCounselling: row?.pretest_counselling ?? null,
    fastedHours: row?.fasted_hours ?? null,
    intervalsOf: row?.intervals_of ?? null,
    bornOn: row?.born_on ?? null,
    isBornAbout: row?.is_born_about ?? false,
    changedBy: name === undefined ? null : firstName(name),
  }
}
