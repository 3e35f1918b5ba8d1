import { formatDay, type LagosDate, lagosDate } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import {
  beginPause,
  type HoursHand,
  isPausedOn,
  type LocationRow,
  locationById,
  type PauseWished,
} from '../../labs/index.ts'
import { dropHolds, slotsFrom } from '../opening-hours/repository.ts'
import { lockCapacityExclusive, lockCapacityShared } from '../windows/repository.ts'

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

/**
 * Pauses the bookings of a location. Paid orders stay. Unpaid orders lose the place of a visit on a paused day, which the
 * payer sees before paying. No booking takes a place meanwhile. Throws as `beginPause` does; returns the id of the pause.
 */
export async function pauseLocation(
  tx: Tx,
  by: HoursHand,
  wished: PauseWished,
  seen: number | null,
): Promise<number> {
  await lockCapacityExclusive(tx, by.locationId)
  const id = await beginPause(tx, by, wished, seen)
  const location = await locationById(tx, by.locationId)
  const slots = await slotsFrom(tx, by.locationId, lagosDate(by.at))
  const closed = slots.filter(({ day }) => location && isPausedOn(location, day))
  await dropHolds(
    tx,
    closed.map((slot) => slot.id),
  )
  return id
}
