import {
  type LagosDate,
  lagosDate,
  type OpenHours,
  parseLagosDate,
  windowOf,
  windowsOn,
} from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { changeHours, type HoursHand, locationById } from '../../labs/index.ts'
import { visitIsAhead } from '../policy.ts'
import type { OrderVisit } from '../windows/order-visit.ts'
import { lockCapacityExclusive } from '../windows/repository.ts'
import * as repository from './repository.ts'

/** The coming paid home visits of a location that are outside these opening hours. */
export async function standingOutside(
  db: Db,
  locationId: number,
  written: string,
  now: Date,
): Promise<repository.StandingRow[]> {
  const visits = await repository.standingFrom(db, locationId, lagosDate(now))
  return visits.filter((visit) => !isOpenFor(written, visit) && visitIsAhead(visit.day, visit.time, now))
}

/**
 * Sets the opening hours of a location. Paid visits are not moved: those outside the new hours stay, and their patients are
 * asked to choose another day. Unpaid visits outside lose their place, which the payer sees before paying. No booking takes
 * a place meanwhile. Throws as `changeHours` does.
 */
export async function setOpenHours(
  tx: Tx,
  by: HoursHand,
  hours: OpenHours,
  seen: string,
): Promise<{ written: string; standing: repository.StandingRow[] }> {
  await lockCapacityExclusive(tx, by.locationId)
  const { was, became } = await changeHours(tx, by, hours, seen)
  const today = lagosDate(by.at)
  const slots = await repository.slotsFrom(tx, by.locationId, today)
  await repository.dropHolds(
    tx,
    slots.filter((slot) => !isOpenFor(became, slot)).map(({ id }) => id),
  )
  const standing = await standingOutside(tx, by.locationId, became, by.at)
  for (const visit of standing) {
    if (!isOpenFor(was, visit)) continue
    // The key contains the day, so that a patient is notified once per day, however often the lab changes its hours.
    const noticeKey = `day-closed:${visit.orderId}:${visit.day}`
    await publish(tx, 'order.day_closed', { orderId: visit.orderId, day: visit.day, noticeKey })
  }
  return { written: became, standing }
}

function isOpenFor(written: string, { day, starts }: { readonly day: LagosDate; readonly starts: string }) {
  return windowsOn(written, day).some(({ from }) => from === starts)
}

/** Whether the home visit of an order is outside the present hours of its location: the lab may have opened again since. */
export async function isClosedFor(
  db: Db,
  {
    location_id,
    collection_on,
    collection_time,
  }: Pick<OrderVisit, 'location_id' | 'collection_on' | 'collection_time'>,
): Promise<boolean> {
  const location = await locationById(db, location_id)
  const day = collection_on && parseLagosDate(collection_on)
  const starts = windowOf(collection_time ?? '')?.from
  return Boolean(location && day && starts && !isOpenFor(location.openingHours, { day, starts }))
}
