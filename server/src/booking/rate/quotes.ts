import { type BookingQuote, kobo, nairaOf } from '@labalaba/contract'
import { doctorNameOf } from '../../account/index.ts'
import { offersByName } from '../../catalogue/index.ts'
import type { Db } from '../../db.ts'
import { requireLab } from '../../lab/index.ts'
import type { Viewer } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import * as bookings from '../rows.ts'
import { sameName, shareOut, subTotalOf } from '../rules.ts'

type Asked = { readonly lab: string; readonly tests: readonly string[] }

/**
 * What a doctor would receive for booking these tests now. The fee of a home visit adds nothing to it, so the way the
 * sample is taken need not be known. Refuses `unknown_lab` and `unknown_test`.
 */
export async function quoteBooking(db: Db, viewer: Viewer, asked: Asked, now: Date): Promise<BookingQuote> {
  const lab = await requireLab(db, asked.lab)
  const names = new Set(asked.tests.map(sameName))
  const offers = await offersByName(db, lab.slug, [...names])
  const offered = new Set(offers.map(({ name }) => sameName(name)))
  const unknown = asked.tests.filter((name) => !offered.has(sameName(name)))
  if (unknown.length > 0) throw new Refusal('unknown_test', { data: { tests: unknown } })
  const subTotal = subTotalOf(offers)
  const { doctor } = shareOut(await bookings.rateAt(db, now), subTotal, kobo(0), viewer.type === 'doctor')
  return {
    subTotal: nairaOf(subTotal),
    doctorName: doctor > 0 ? await doctorNameOf(db, viewer.accountId) : null,
    doctorEarning: nairaOf(doctor),
  }
}
