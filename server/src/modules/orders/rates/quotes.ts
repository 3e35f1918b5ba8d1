import { type BookingQuote, kobo, nairaOf } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import type { UseLimits } from '../../../infra/http/use-limits.ts'
import { doctorNameOf } from '../../accounts/index.ts'
import { offersByName } from '../../catalogue/index.ts'
import { requireLab } from '../../labs/index.ts'
import { allowanceOf } from '../allowance.ts'
import { sameName, shareOut, subTotalOf } from '../policy.ts'
import * as bookings from '../repository.ts'
import { dayAllowsEarning } from './earns.ts'

type QuoteQuery = { readonly lab: string; readonly tests: readonly string[] }

/**
 * The share of a verified doctor for booking these tests now for another person. The fee of a home visit adds nothing to
 * it, so the mode of collection is not needed. Throws `unknown_lab` and `unknown_test`.
 */
export async function quoteBooking(
  { db, useLimits }: { readonly db: Db; readonly useLimits: UseLimits },
  actor: Actor,
  asked: QuoteQuery,
  now: Date,
): Promise<BookingQuote> {
  const lab = await requireLab(db, asked.lab)
  const names = new Set(asked.tests.map(sameName))
  const offers = await offersByName(db, lab.slug, [...names])
  const offered = new Set(offers.map(({ name }) => sameName(name)))
  const unknown = asked.tests.filter((name) => !offered.has(sameName(name)))
  if (unknown.length > 0) throw new DomainError('unknown_test', { data: { tests: unknown } })
  const subTotal = subTotalOf(offers)
  const earns = await dayAllowsEarning(db, actor, allowanceOf(actor, useLimits), now)
  const { doctor } = shareOut(await bookings.rateAt(db, now), subTotal, kobo(0), earns)
  return {
    subTotal: nairaOf(subTotal),
    doctorName: doctor > 0 ? await doctorNameOf(db, actor.accountId) : null,
    doctorEarning: nairaOf(doctor),
  }
}
