import { addDays, type LagosDate, lagosDate, type OpenHours } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { DomainError } from '../../platform/domain-error.ts'
import * as repository from './repository.ts'
import { hoursProblems, writeHours } from './text.ts'

/** Whoever changes hours, where, and when. */
export type HoursHand = { readonly locationId: number; readonly accountId: number; readonly at: Date }

/** A form may have been open for so many days when it is saved; what it says of days before is a slip. */
const openFor = 7

/** Whether a day passed while a form was open: it is left out, and nobody is told to mend it. */
export function hasJustPassed(on: string, today: LagosDate): boolean {
  return on < today && on >= addDays(today, -openFor)
}

/**
 * Opening hours as they would be written. A day that passed while the form was open is left out, and a week that was to come
 * holds. Refuses as `invalid`, by field, what cannot be.
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
 * Says when a location is open, and writes down who said so. What is written so already changes nothing. Refuses
 * `hours_changed` where it is not what was `seen`. Answers what was written before, and what is now.
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
