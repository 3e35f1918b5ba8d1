import {
  type LagosDate,
  lagosDate,
  type OpenHours,
  parseLagosDate,
  windowOf,
  windowsOn,
} from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { changeHours, type HoursHand, locationById } from '../../lab/index.ts'
import { visitIsAhead } from '../policy.ts'
import type { OrderRow } from '../repository.ts'
import { closePlaces } from '../slot/repository.ts'
import * as repository from './repository.ts'

/** The home visits of a location that stand in a window to come which these hours do not have. */
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
 * Says when a location is open. Nobody's paid visit is moved: those for which it is closed now stand, and their patients
 * are asked for another day. Who has not paid yet loses the place, and is told so before paying. Nobody books meanwhile.
 * Refuses as `changeHours` does.
 */
export async function setOpenHours(
  tx: Tx,
  by: HoursHand,
  hours: OpenHours,
  seen: string,
): Promise<{ written: string; standing: repository.StandingRow[] }> {
  await closePlaces(tx, by.locationId)
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
    // Of one day a patient is told once, however often its lab changes its mind.
    const noticeKey = `day-closed:${visit.orderId}:${visit.day}`
    await publish(tx, 'order.day_closed', { orderId: visit.orderId, day: visit.day, noticeKey })
  }
  return { written: became, standing }
}

function isOpenFor(written: string, { day, starts }: { readonly day: LagosDate; readonly starts: string }) {
  return windowsOn(written, day).some(({ from }) => from === starts)
}

/** Whether the home visit of an order still stands while its location is closed: its lab may have thought better of it. */
export async function isClosedFor(
  db: Db,
  { location_id, collection_on, collection_time }: OrderRow,
): Promise<boolean> {
  const location = await locationById(db, location_id)
  const day = collection_on && parseLagosDate(collection_on)
  const starts = windowOf(collection_time ?? '')?.from
  return Boolean(location && day && starts && !isOpenFor(location.openingHours, { day, starts }))
}
