import { addDays, formatDay, type LagosDate, lagosDate, parseLagosDate } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { isPausedOn, type LocationRow, locationById } from '../../labs/index.ts'
import { lockCapacityExclusive, lockCapacityShared } from '../windows/repository.ts'
import * as repository from './repository.ts'

/** How far ahead a pause may end, in days. */
const furthest = 400

type PauseWished = { readonly reason: string; readonly words: string; readonly againOn: string | null }

/**
 * Throws `location_paused`, with the lab's words, if a location takes no bookings for a day. The location stays as it is
 * until the transaction ends: a transaction that pauses it waits. The caller holds the locks of orders that it needs.
 */
export async function refusePaused(tx: Tx, locationId: number, day: LagosDate): Promise<void> {
  await lockCapacityShared(tx, locationId)
  const location = await locationById(tx, locationId)
  if (location) assertTakesBookings(location, day)
}

/**
 * Throws `location_paused`, as `refusePaused` does. The caller has read the location, and makes sure that it does not
 * change.
 */
export function assertTakesBookings(location: LocationRow, day: LagosDate): void {
  if (!location.pause || !isPausedOn(location, day)) return
  const { words, againOn } = location.pause
  const until = againOn === null ? '' : ` It takes bookings again on ${formatDay(againOn)}.`
  throw new DomainError('location_paused', {
    message: `${location.name} takes no bookings for now: ${words.replace(/\.$/, '')}.${until}`,
    data: { words, againOn },
  })
}

/** Whether a pause is in force on a day: it was not ended and its end day has not come. */
export function isInForce(
  { ended_at: endedAt, again_on: againOn }: Pick<repository.PauseRow, 'ended_at' | 'again_on'>,
  today: LagosDate,
): boolean {
  return endedAt === null && (againOn === null || today < againOn)
}

/**
 * Pauses the bookings of a location, in place of the current pause. Paid orders stay. Unpaid orders lose the place of a visit
 * on a paused day, which the payer sees before paying. No booking takes a place meanwhile. Calling it with the same pause
 * changes nothing. Throws `pause_changed` if the current pause is not the one in `seen`, and `invalid` for an impossible day.
 * Returns the id of the pause.
 */
export async function pauseLocation(
  tx: Tx,
  by: repository.LocationChange,
  wished: PauseWished,
  seen: number | null,
): Promise<number> {
  await lockCapacityExclusive(tx, by.locationId)
  const id = await beginPause(tx, by, wished, seen)
  const location = await locationById(tx, by.locationId)
  const slots = await repository.slotsFrom(tx, by.locationId, lagosDate(by.at))
  const closed = slots.filter(({ day }) => location && isPausedOn(location, day))
  await repository.dropHolds(
    tx,
    closed.map((slot) => slot.id),
  )
  return id
}

async function beginPause(
  tx: Tx,
  by: repository.LocationChange,
  { reason, words, againOn: typed }: PauseWished,
  seen: number | null,
): Promise<number> {
  const today = lagosDate(by.at)
  const againOn = typed === null ? null : readDay(typed, today)
  const open = await repository.openPause(tx, by.locationId)
  const current = open && isInForce(open, today) ? open : undefined
  if (current && current.reason === reason && current.words === words && current.again_on === againOn)
    return current.id
  if ((current?.id ?? null) !== seen) throw new DomainError('pause_changed')
  if (open) await repository.closePause(tx, open.id, by)
  return await repository.insertPause(tx, { ...by, reason, words, againOn })
}

function readDay(typed: string, today: LagosDate): LagosDate {
  const day = parseLagosDate(typed)
  if (day && day > today && day <= addDays(today, furthest)) return day
  throw new DomainError('invalid', { fields: { againOn: 'Choose a day after today, and within 400 days.' } })
}

/** Ends the pause of a location that was `seen`. A pause that another manager began since then stays. */
export async function endPause(tx: Tx, by: repository.LocationChange, seen: number): Promise<void> {
  await lockCapacityExclusive(tx, by.locationId)
  const open = await repository.openPause(tx, by.locationId)
  if (open?.id === seen) await repository.closePause(tx, open.id, by)
}
