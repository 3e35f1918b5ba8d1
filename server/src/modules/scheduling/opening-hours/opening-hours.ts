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
import { DomainError } from '../../../infra/http/domain-error.ts'
import { locationById } from '../../labs/index.ts'
import { hasJustPassed, visitIsAhead } from '../policy.ts'
import { lockCapacityExclusive, type OrderVisit } from '../windows/repository.ts'
import * as repository from './repository.ts'
import { hoursProblems, writeHours } from './text.ts'

/** The coming paid home visits of a location that are outside these opening hours. */
export async function visitsOutsideHours(
  db: Db,
  locationId: number,
  written: string,
  now: Date,
): Promise<repository.BookedVisitRow[]> {
  const visits = await repository.bookedVisitsFrom(db, locationId, lagosDate(now))
  return visits.filter((visit) => !isOpenFor(written, visit) && visitIsAhead(visit.day, visit.time, now))
}

/**
 * Sets the opening hours of a location and records the account. Saving the stored hours again changes nothing. Paid visits
 * are not moved: those outside the new hours stay, and their patients are asked to choose another day. Unpaid visits outside
 * lose their place, which the payer sees before paying. No booking takes a place meanwhile. Throws as `writtenHours` does,
 * and `hours_changed` if the stored hours differ from `seen`.
 */
export async function setOpenHours(
  tx: Tx,
  by: repository.LocationChange,
  hours: OpenHours,
  seen: string,
): Promise<{ written: string; standing: repository.BookedVisitRow[] }> {
  await lockCapacityExclusive(tx, by.locationId)
  const written = writtenHours(hours, by.at)
  const before = await repository.lockHours(tx, by.locationId)
  if (before !== written) {
    if (before !== seen) throw new DomainError('hours_changed')
    await repository.changeHours(tx, { ...by, was: before, became: written })
  }
  const slots = await repository.slotsFrom(tx, by.locationId, lagosDate(by.at))
  await repository.dropHolds(
    tx,
    slots.filter((slot) => !isOpenFor(written, slot)).map(({ id }) => id),
  )
  const standing = await visitsOutsideHours(tx, by.locationId, written, by.at)
  for (const { orderId, day, starts } of standing) {
    if (!isOpenFor(before, { day, starts })) continue
    // The key contains the day, so that a patient is notified once per day, however often the lab changes its hours.
    await publish(tx, 'order.day_closed', { orderId, day, noticeKey: `day-closed:${orderId}:${day}` })
  }
  return { written, standing }
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

/** The days of a form that passed while it was open. */
export function passedOf(days: readonly { readonly on: string }[], at: Date): string[] {
  const today = lagosDate(at)
  return days.map(({ on }) => on).filter((on) => hasJustPassed(on, today))
}

function isOpenFor(written: string, { day, starts }: { readonly day: LagosDate; readonly starts: string }) {
  return windowsOn(written, day).some(({ from }) => from === starts)
}

/** Whether the home visit of an order is outside the present hours of its location: the lab may have opened again since. */
export async function isClosedFor(
  db: Db,
  order: Pick<OrderVisit, 'location_id' | 'collection_on' | 'collection_time'>,
): Promise<boolean> {
  const location = await locationById(db, order.location_id)
  const day = order.collection_on && parseLagosDate(order.collection_on)
  const starts = windowOf(order.collection_time ?? '')?.from
  return Boolean(location && day && starts && !isOpenFor(location.openingHours, { day, starts }))
}
