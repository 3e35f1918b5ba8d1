import { type Kobo, kobo } from '@labalaba/contract'
import { promisedHours } from '../../server/src/modules/catalogue/policy.ts'
import { type Rate, shareOut, unpaidLife } from '../../server/src/modules/orders/policy.ts'
import { linkLife } from '../../server/src/modules/payments/policy.ts'
import { doctorEvery, emailOf, isDoctor, phoneFrom } from './accounts.ts'
import type { MadeLab, MadeLocation } from './labs.ts'
import { type CatalogueTest, departmentsAt, type Listing } from './offers.ts'
import { type Random, randomFrom, weighted } from './random.ts'
import type { Size } from './sizes.ts'
import { families, firstNames } from './words.ts'

/** A lab with its offers. */
export type Stocked = MadeLab & { readonly listing: Listing }

export type MadeLine = {
  readonly test: CatalogueTest
  readonly priceKobo: Kobo
  readonly turnaroundHours: number
}

export type MadeOrder = {
  readonly id: number
  readonly reference: string
  readonly accountId: number
  readonly byDoctor: boolean
  readonly clientReference: string
  readonly lab: Stocked
  readonly location: MadeLocation
  readonly state: 'scheduled' | 'expired' | 'cancelled'
  readonly patient: { name: string; email: string; phone: string; gender: 'Male' | 'Female'; bornOn: string }
  readonly lines: readonly MadeLine[]
  readonly totalKobo: Kobo
  readonly shares: ReturnType<typeof shareOut>
  readonly createdAt: Date
  readonly paidAt: Date | null
  readonly expiresAt: Date
  readonly link: { readonly id: string; readonly expiresAt: Date } | null
  readonly payment: MadePayment | null
}

export type MadePayment = {
  readonly id: number
  readonly reference: string
  readonly byLink: boolean
  readonly startedAt: Date
  readonly feeKobo: Kobo
}

type From = {
  readonly size: Size
  readonly seed: number
  readonly labs: readonly Stocked[]
  readonly rate: Rate
  /** The first and the last moment at which an order was placed. */
  readonly since: Date
  readonly until: Date
}

/** Past orders, all of them walk-ins: most were paid, the others expired or were cancelled. The same each time. */
export function* makeOrders({ size, seed, labs, rate, since, until }: From): Generator<MadeOrder> {
  const random = randomFrom(seed, 'orders')
  const drawLab = weighted(labs.map(({ weight }) => weight))
  const step = (until.getTime() - since.getTime()) / size.orders
  let payments = 0
  for (let index = 0; index < size.orders; index += 1) {
    const lab = labs[drawLab(random)]
    if (!lab) throw new RangeError('no labs')
    const createdAt = new Date(Math.floor(since.getTime() + (index + random.next()) * step))
    const accountId = bookerOf(random, size)
    const location = random.pick(lab.locations)
    const lines = linesOf(random, lab, location)
    const totalKobo = kobo(lines.reduce((sum, { priceKobo }) => sum + priceKobo, 0))
    const state = stateOf(random)
    const linkId = random.chance(0.3) ? uuidOf(random) : null
    const linkEnd = new Date(createdAt.getTime() + linkLife)
    const attempt = state === 'scheduled' || (state === 'expired' && random.chance(0.4))
    const startedAt = new Date(createdAt.getTime() + random.whole(1, 3_600) * 1000)
    if (attempt) payments += 1
    yield {
      id: index + 1,
      reference: referenceOf(random),
      accountId,
      byDoctor: isDoctor(accountId),
      clientReference: `${createdAt.getTime()}-${index + 1}`,
      lab,
      location,
      state,
      lines,
      totalKobo,
      createdAt,
      patient: patientOf(random, accountId),
      shares: shareOut(rate, totalKobo, kobo(0), isDoctor(accountId)),
      paidAt: state === 'scheduled' ? new Date(startedAt.getTime() + random.whole(20, 900) * 1000) : null,
      expiresAt: linkId ? linkEnd : new Date(createdAt.getTime() + unpaidLife),
      link: linkId ? { id: linkId, expiresAt: linkEnd } : null,
      payment: attempt
        ? {
            id: payments,
            reference: `bk-${uuidOf(random)}`,
            startedAt,
            feeKobo: feeOf(totalKobo),
            byLink: linkId !== null && random.chance(0.7),
          }
        : null,
    }
  }
}

function bookerOf(random: Random, size: Size): number {
  if (random.chance(0.1))
    return doctorEvery * random.whole(1, Math.max(1, Math.floor(size.accounts / doctorEvery)))
  return random.whole(1, size.accounts)
}

function stateOf(random: Random): MadeOrder['state'] {
  const at = random.next()
  return at < 0.75 ? 'scheduled' : at < 0.9 ? 'expired' : 'cancelled'
}

/** Popular tests come first in a listing and are booked more often. */
function linesOf(random: Random, lab: Stocked, location: MadeLocation): MadeLine[] {
  const { tests, prices } = lab.listing
  const possible = doneAt(lab, location)
  const wanted = 1 + Math.floor(random.next() ** 2 * 4)
  const chosen = new Set<number>()
  for (let tries = 0; tries < 12 && chosen.size < wanted; tries += 1) {
    const at = possible[Math.floor(random.next() ** 2 * possible.length)]
    if (at !== undefined) chosen.add(at)
  }
  if (chosen.size === 0) return linesOf(random, lab, lab.locations[0] ?? location)
  return [...chosen].flatMap((at) => {
    const test = tests[at]
    if (!test) return []
    const turnaroundHours = promisedHours(test.turnaroundHours, lab.turnaroundFactor)
    return [{ test, turnaroundHours, priceKobo: prices[at] ?? kobo(100) }]
  })
}

const done = new WeakMap<MadeLocation, number[]>()

/** The indexes, in the listing, of the tests that a location does. */
function doneAt({ listing }: Stocked, location: MadeLocation): number[] {
  const known = done.get(location)
  if (known) return known
  const there = new Set(departmentsAt(listing, location.lacks))
  const possible = listing.tests.flatMap((test, at) =>
    test.departments.every((one) => there.has(one)) ? [at] : [],
  )
  done.set(location, possible)
  return possible
}

function patientOf(random: Random, accountId: number): MadeOrder['patient'] {
  return {
    name: `${random.pick(firstNames)} ${random.pick(families)}`,
    email: emailOf(accountId),
    phone: phoneFrom(accountId),
    gender: random.chance(0.5) ? 'Male' : 'Female',
    bornOn: `${random.whole(1940, 2015)}-0${random.whole(1, 9)}-${random.whole(10, 28)}`,
  }
}

/** Paystack's fee for a card: 1.5 % plus ₦100, without the ₦100 below ₦2,500, and at most ₦2,000. */
function feeOf(total: Kobo): Kobo {
  const flat = total < 250_000 ? 0 : 10_000
  return kobo(Math.min(200_000, Math.ceil((total * 15) / 1000) + flat))
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function referenceOf(random: Random): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[random.whole(0, 31)]).join('')
  return `LB-${group()}-${group()}-${group()}-${group()}`
}

function uuidOf(random: Random): string {
  const hex = random.hex(16)
  const part = (from: number, to: number) => hex.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`
}
