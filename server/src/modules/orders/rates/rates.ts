import type { Kobo, LagosDate } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import * as repository from './repository.ts'

/** The values of a new rate that differ from the one before it. */
export type RateChange = {
  readonly labBps?: number
  readonly policy?: 'percentage' | 'flat' | 'off'
  readonly doctorBps?: number
  readonly doctorFlat?: Kobo
  readonly phlebotomistBps?: number
}

/**
 * Sets how the money of orders is shared that are placed from the beginning of a Lagos day on; values that are not given
 * stay as they will be then. Orders that are already placed keep their rate. Throws `invalid` with a message for a day that
 * has begun or on which another rate begins, and for shares of more than the whole.
 */
export async function setRate(
  tx: Tx,
  from: LagosDate,
  change: RateChange,
  now: Date,
): Promise<repository.RateRow> {
  const at = await repository.startOfDay(tx, from)
  if (at <= now) throw refuse('A rate must begin on a day in the future.')
  const before = await repository.rateAt(tx, at)
  const rate = {
    lab_bps: change.labBps ?? before.lab_bps,
    doctor_policy: change.policy ?? before.doctor_policy,
    doctor_bps: change.doctorBps ?? before.doctor_bps,
    doctor_flat_kobo: change.doctorFlat ?? before.doctor_flat_kobo,
    phlebotomist_bps: change.phlebotomistBps ?? before.phlebotomist_bps,
  }
  if (rate.lab_bps + rate.doctor_bps > 10_000)
    throw refuse('The lab and the doctor together would get more than 100 per cent.')
  const set = await repository.insertRate(tx, { ...rate, effective_from: at })
  if (!set) throw refuse('Another rate already begins on that day, and a rate never changes.')
  return set
}

function refuse(message: string): DomainError {
  return new DomainError('invalid', { message })
}
