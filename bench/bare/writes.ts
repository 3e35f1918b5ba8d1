import { randomBytes, randomUUID } from 'node:crypto'
import type { BookingForm } from '@labalaba/contract'
import { verify } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { Kysely } from 'kysely'
import type pg from 'pg'
import { dialectOf } from '../../server/src/infra/db/pool.ts'
import { basicCredentials, newToken } from '../../server/src/infra/http/session.ts'
import type { Tables } from '../../server/src/tables.ts'
import { bareSettle, type Unpaid } from '../settle-repository.ts'
import * as repository from './booking-repository.ts'
import { ourSettle } from './settles.ts'
import type { Statement, Store } from './store.ts'

type Site = {
  readonly labId: number
  readonly slug: string
  readonly name: string
  readonly placeId: number
  readonly placeName: string
  readonly address: string
}
type Test = { readonly test_id: number; readonly name: string }

/** The measured writes. What a booking must know is read into memory before, so it only writes here. */
export async function writeRoutes(server: FastifyInstance, store: Store): Promise<void> {
  const sites = new Map((await store.ask<Site>(repository.siteOf, [])).map((site) => [site.slug, site]))
  const tests = new Map((await store.ask<Test>(repository.testsOf, [])).map((test) => [test.name, test]))

  server.post<{ Body: BookingForm; Headers: { 'x-account': string } }>(
    '/v0/addBooking',
    async ({ body, headers }) => {
      const site = sites.get(body.lab?.labReference ?? '')
      if (!site) throw new Error('no such lab')
      return await inTransaction(store, (ask) => book(ask, Number(headers['x-account']), body, site, tests))
    },
  )

  server.post('/v0/', async ({ headers }) => {
    const { email, password } = basicCredentials(headers.authorization) ?? { email: '', password: '' }
    const [account] = await store.ask<{ id: number; name: string; password_hash: string }>(
      repository.accountByEmail,
      [email],
    )
    if (!account || !(await verify(account.password_hash, password))) throw new Error('wrong')
    await store.ask(repository.addSession, [randomBytes(32), account.id])
    return { status: 200, message: 'OK', data: { details: { name: account.name }, authid: newToken() } }
  })

  const settle = ourSettle(new Kysely<Tables>({ dialect: dialectOf(store.pool) }))
  server.post<{ Body: Unpaid }>('/settle/ours', async ({ body }) => await settle(body.reference))
  server.post<{ Body: Unpaid }>('/settle/bare', async ({ body }) => {
    await bareSettle(store.pool, body)
    return {}
  })
}

type Ask = <R extends object>(statement: Statement, values: unknown[]) => Promise<R[]>

async function inTransaction<T>({ pool }: Store, act: (ask: Ask) => Promise<T>): Promise<T> {
  const client: pg.PoolClient = await pool.connect()
  try {
    await client.query('begin')
    const answer = await act(
      async ({ name, text }, values) => (await client.query({ name, text, values })).rows,
    )
    await client.query('commit')
    return answer
  } finally {
    client.release()
  }
}

async function book(
  ask: Ask,
  accountId: number,
  form: BookingForm,
  site: Site,
  tests: ReadonlyMap<string, Test>,
): Promise<object> {
  const lines = form.test.map(({ name, amount }, at) => ({
    ...tests.get(name),
    position: at + 1,
    price_kobo: Math.round(Number(amount) * 100),
  }))
  const total = lines.reduce((sum, line) => sum + line.price_kobo, 0)
  const reference = `LB-${randomUUID()}`
  const [order] = await ask<{ id: number }>(repository.addOrder, [
    ...[
      reference,
      accountId,
      form.reference,
      randomBytes(32),
      site.labId,
      site.placeId,
      site.slug,
      site.name,
    ],
    ...[site.placeName, site.address, form.name, form.email, form.phone, form.gender, lines.length, total],
    Math.floor((total * 85) / 100),
  ])
  const link = randomUUID()
  await ask(repository.addLines, [order?.id, JSON.stringify(lines)])
  await ask(repository.addOrderEvent, [order?.id])
  await ask(repository.addLink, [link, randomBytes(32), order?.id])
  await ask(repository.addLinkEvent, [link])
  return { status: 200, message: 'OK', data: { orderReference: reference, url: link } }
}
