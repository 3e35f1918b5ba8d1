import { lagosDate, type OpenHours } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { Refusal } from '../../platform/refusal.ts'
import * as rows from './rows.ts'
import { hoursProblems, writeHours } from './text.ts'

/** Whoever changes hours, where, and when. */
export type HoursHand = { readonly locationId: number; readonly accountId: number; readonly at: Date }

/** Opening hours as they would be written. Refuses as `invalid`, by field, what cannot be. */
export function writtenHours(hours: OpenHours, at: Date): string {
  const today = lagosDate(at)
  const fields = hoursProblems(hours, today)
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
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
  const was = await rows.lockHours(tx, by.locationId)
  if (was === became) return { was, became }
  if (was !== seen) throw new Refusal('hours_changed')
  await rows.changeHours(tx, { ...by, was, became })
  return { was, became }
}
