import { addBooking, type BodySent, listLabLocations, listLabs, listLabTests } from '@labalaba/contract'
import type { Trade } from './customers.ts'
import type { Person } from './person.ts'

type Form = BodySent<typeof addBooking>

/** A lab with a location and what it does there, as the site shows it. */
export type Stall = {
  readonly lab: { name: string; labReference: string; location: string }
  readonly tests: readonly { name: string; amount: number }[]
  readonly visitsHomes: boolean
}

/** Some labs that take bookings and visit homes, with tests that are done at their first location. */
export async function findStalls(person: Person): Promise<Stall[]> {
  const labs = (await person.ask('look', listLabs, { query: { limit: '50' } })) ?? []
  const stalls: Stall[] = []
  for (const lab of labs.filter(({ verification }) => verification.bookable).slice(0, 6)) {
    const [place] = (await person.ask('look', listLabLocations, { query: { id: lab.slug } })) ?? []
    const offered = (await person.ask('look', listLabTests, { query: { lab: lab.slug } })) ?? []
    const tests = offered
      .flatMap((group) => group.tests)
      .filter((test) => place?.departments.includes(test.department) && test.homeCollection)
      .map((test) => ({ name: test.testName, amount: test.amount }))
    if (place && tests.length > 3)
      stalls.push({
        lab: { name: lab.name, labReference: lab.slug, location: place.address },
        tests,
        visitsHomes: lab.homeCollection,
      })
  }
  return stalls
}

let bookings = 0

/** Books, and repeats with the same reference if no answer came, as the app does. */
export async function book(person: Person, orders: string[], trade: Trade): Promise<void> {
  const { dice, promises, now, stalls } = trade
  bookings += 1
  const stall = dice.pick(stalls)
  const first = dice.whole(0, stall.tests.length - 3)
  const form: Form = {
    name: 'Mama Obi',
    email: 'mama@torture.example',
    gender: 'Female',
    phone: '0803 000 0009',
    type: stall.visitsHomes && dice.happens(0.4) ? homeVisit(now(), dice) : { mode: 'walkin' },
    test: stall.tests.slice(first, first + dice.whole(1, 3)).map((test) => ({ ...test })),
    reference: `torture-${process.pid}-${bookings}`,
    provider: 'paystack',
    lab: stall.lab,
    payment: dice.happens(0.25) ? 'link' : 'online',
    useCredit: dice.happens(0.5),
  }
  for (let tries = 0; tries < 3; tries++) {
    const booked = await person.ask('book', addBooking, { body: form })
    if (!booked) continue
    orders.push(booked.orderReference)
    promises.booked.set(booked.orderReference, { total: null, by: person.email })
    return
  }
}

/** A visit within four days, at a time that others may also choose. */
function homeVisit(now: Date, dice: Trade['dice']): Form['type'] {
  return {
    mode: 'sampleCollection',
    details: {
      sampleCollectionAddress: '14 Adeniyi Jones Avenue, Ikeja',
      sampleCollectionDate: dayIn(now, dice.whole(1, 4)),
      sampleCollectionTime: dice.pick(['07:00', '08:00', '10:30', '13:00']),
    },
  }
}

/** The day this many days ahead, as a form has it. */
export function dayIn(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
