import { lagosDate } from '@labalaba/contract'
import type { FastifyInstance } from 'fastify'
import { type BareLab, labsByName, labsNamed, offersOfLab } from './lab-repository.ts'
import {
  eventsOfOrder,
  linesOfOrder,
  linkOfOrder,
  orderByReference,
  paymentsOfOrder,
} from './order-repository.ts'
import type { Store } from './store.ts'
import { testsNamed } from './test-repository.ts'

type Query = Readonly<Record<string, string>>

const limit = 15

/** The measured reads, at the product's own paths. */
export function readRoutes(server: FastifyInstance, store: Store): void {
  server.get<{ Querystring: Query }>('/v0/listAllLabs.php', async ({ query: { q = '', page = '1' } }) => {
    const offset = (Number(page) - 1) * limit
    const words = wordsOf(q)
    const labs =
      words.length === 0
        ? await store.ask<BareLab>(labsByName, [1, limit, offset])
        : await store.ask<BareLab>(labsNamed(words.length), [1, limit, offset, words.join(' '), ...words])
    const today = lagosDate(new Date())
    return envelope(labs.map((lab) => labItem(lab, today)))
  })

  server.get<{ Querystring: Query }>('/v0/listAllLabsTest', async ({ query: { lab = '' } }) => {
    const tests = await store.ask<Priced>(offersOfLab, [lab])
    return envelope([{ lab, tests: tests.map(inNaira), paused: [] }])
  })

  server.get<{ Querystring: Query }>('/v0/tests', async ({ query: { q = '' } }) => {
    const words = wordsOf(q)
    const values = [limit, 0, words.join(' '), words.join(''), words]
    const tests = await store.ask<{ priceFrom: number | null; priceTo: number | null }>(testsNamed, values)
    return envelope(
      tests.map((test) => ({
        ...test,
        priceFrom: nairaOrNull(test.priceFrom),
        priceTo: nairaOrNull(test.priceTo),
      })),
    )
  })

  server.get<{ Params: { reference: string } }>('/v0/orders/:reference', async ({ params }) => {
    const [order] = await store.ask<{ id: number }>(orderByReference, [params.reference])
    const rest = [linesOfOrder, paymentsOfOrder, linkOfOrder, eventsOfOrder]
    const [lines, payments, links, moments] = await Promise.all(
      rest.map((statement) => store.ask<Priced>(statement, [order?.id])),
    )
    return envelope({ ...order, tests: lines?.map(inNaira), payments, link: links?.[0], moments })
  })
}

type Priced = { readonly amount: number }

function inNaira<P extends Priced>(row: P): P {
  return { ...row, amount: row.amount / 100 }
}

function nairaOrNull(kobo: number | null): number | null {
  return kobo === null ? null : kobo / 100
}

function labItem(lab: BareLab, today: string) {
  const { accreditation, registrationNumber, registrationExpiresOn, qualityAssessment, isoScope, ...item } =
    lab
  const { active, ...shown } = item
  const bookable = active && registrationExpiresOn >= today
  const held = { accreditation, registrationNumber, registrationExpiresOn, qualityAssessment, isoScope }
  return { ...shown, verification: { ...held, bookable } }
}

/** Words in the form in which the product compares them, sufficient here: lower case without accents. */
function wordsOf(typed: string): string[] {
  return typed.toLowerCase().split(' ').filter(Boolean)
}

function envelope(data: unknown) {
  return { status: 200, message: 'OK', data }
}
