import { type LagosDate, lagosDate, type OpenHours, windowsOn } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { changeHours, type HoursHand } from '../../lab/index.ts'
import { announce } from '../../news.ts'
import { closePlaces } from '../slot/rows.ts'
import * as rows from './rows.ts'

/** The home visits of a location that stand in a window which these hours do not have. */
export async function standingOutside(
  db: Db,
  locationId: number,
  written: string,
  now: Date,
): Promise<rows.StandingRow[]> {
  const visits = await rows.standingFrom(db, locationId, lagosDate(now))
  return visits.filter((visit) => !isOpenFor(written, visit))
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
): Promise<{ written: string; standing: rows.StandingRow[] }> {
  await closePlaces(tx, by.locationId)
  const { was, became } = await changeHours(tx, by, hours, seen)
  const today = lagosDate(by.at)
  const slots = await rows.slotsFrom(tx, by.locationId, today)
  await rows.dropHolds(
    tx,
    slots.filter((slot) => !isOpenFor(became, slot)).map(({ id }) => id),
  )
  const standing = await standingOutside(tx, by.locationId, became, by.at)
  for (const visit of standing) {
    if (!isOpenFor(was, visit)) continue
    const noticeKey = `day-closed:${visit.orderId}:${by.at.getTime()}`
    await announce(tx, 'order.day_closed', { orderId: visit.orderId, day: visit.day, noticeKey })
  }
  return { written: became, standing }
}

function isOpenFor(written: string, { day, starts }: { readonly day: LagosDate; readonly starts: string }) {
  return windowsOn(written, day).some(({ from }) => from === starts)
}
