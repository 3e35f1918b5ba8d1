import { addDays, type LagosDate, lagosDate, parseLagosDate } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { HoursHand } from '../opening-hours/hours.ts'
import * as repository from './repository.ts'

/** How far ahead a pause may end, in days. */
const furthest = 400

export type PauseWished = { readonly reason: string; readonly words: string; readonly againOn: string | null }

/** Whether a pause is in force on a day: it was not ended and its end day has not come. */
export function isInForce(
  { ended_at: endedAt, again_on: againOn }: Pick<repository.PauseRow, 'ended_at' | 'again_on'>,
  today: LagosDate,
): boolean {
  return endedAt === null && (againOn === null || today < againOn)
}

/**
 * Begins a pause, in place of the current one. Calling it with the same pause has no effect. Throws `pause_changed` if the
 * current pause is not the one in `seen`, and `invalid` for an impossible day. Returns its id.
 */
export async function beginPause(
  tx: Tx,
  by: HoursHand,
  wished: PauseWished,
  seen: number | null,
): Promise<number> {
  const today = lagosDate(by.at)
  const againOn = wished.againOn === null ? null : readDay(wished.againOn, today)
  const open = await repository.openPause(tx, by.locationId)
  const stands = open && isInForce(open, today) ? open : undefined
  if (stands && isSame(stands, { ...wished, againOn })) return stands.id
  if ((stands?.id ?? null) !== seen) throw new DomainError('pause_changed')
  if (open) await repository.closePause(tx, open.id, by)
  return await repository.insertPause(tx, { ...by, ...wished, againOn })
}

function readDay(typed: string, today: LagosDate): LagosDate {
  const day = parseLagosDate(typed)
  if (day && day > today && day <= addDays(today, furthest)) return day
  throw new DomainError('invalid', { fields: { againOn: 'Choose a day after today, and within 400 days.' } })
}

function isSame({ reason, words, again_on: againOn }: repository.PauseRow, wished: PauseWished): boolean {
  return reason === wished.reason && words === wished.words && againOn === wished.againOn
}

/** Ends the pause of a location that was `seen`. A pause that another manager began since then stays. */
export async function endPause(tx: Tx, by: HoursHand, seen: number): Promise<void> {
  const open = await repository.openPause(tx, by.locationId)
  if (open?.id === seen) await repository.closePause(tx, open.id, by)
}
