import { addDays, type LagosDate, lagosDate, type OpenHours } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import * as repository from './repository.ts'
import { hoursProblems, writeHours } from './text.ts'

/** Which account changes the hours of which location, and when. */
export type HoursHand = { readonly locationId: number; readonly accountId: number; readonly at: Date }

/** A form may be open for up to 7 days before it is saved. An earlier day in it is a mistake. */
const openFor = 7

/** Whether a day passed while the form was open. Such a day is left out without an error. */
export function hasJustPassed(on: string, today: LagosDate): boolean {
  return on < today && on >= addDays(today, -openFor)
}

/**
 * Opening hours as they are stored. Leaves out a day that passed while the form was open; a planned week that has begun
 * becomes the current week. Throws `invalid` with the wrong fields.
 */
export function writtenHours({ week, planned, days }: OpenHours, at: Date): string {
  const today = lagosDate(at)
  const isDue = planned !== null && (planned.from === today || hasJustPassed(planned.from, today))
  const hours = isDue ? { week: planned.week, planned: null, days } : { week, planned, days }
  const fields = hoursProblems(hours, today)
  for (const [index, { on }] of days.entries()) if (hasJustPassed(on, today)) delete fields[`days.${index}`]
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  return writeHours(hours, today)
}

/**
 * Sets the opening hours of a location and records the account. Saving the stored hours again has no effect. Throws
 * `hours_changed` if the stored hours differ from `seen`. Returns the hours before and after.
 */
export async function changeHours(
  tx: Tx,
  by: HoursHand,
  hours: OpenHours,
  seen: string,
): Promise<{ was: string; became: string }> {
  const became = writtenHours(hours, by.at)
  const was = await repository.lockHours(tx, by.locationId)
  if (was === became) return { was, became }
  if (was !== seen) throw new DomainError('hours_changed')
  await repository.changeHours(tx, { ...by, was, became })
  return { was, became }
}
