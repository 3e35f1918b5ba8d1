import { listWorklist } from '@labalaba/contract'
import { sql as statement } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ada, sola, tola } from '../../../test/cast.ts'
import { pay } from '../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Caller } from '../../../test/world.ts'

const world = await buildWorld()
const { clock, sql, db } = world
let asSola: Caller

beforeEach(async () => {
  asSola = await world.as(sola)
  // Each test has a quarter of an hour of its own.
  clock.moveOn(15 * 60 * 1000)
  asSola = await world.as(sola)
})

const looks = async () =>
  await sql<{ what: string; shown: number; email: string; asked: string }[]>`
    select what, shown, a.email, encode(asked, 'hex') as asked from list_seen l
      join account a on a.id = l.account_id order by l.id`

async function newLooks(done: () => Promise<unknown>) {
  const before = (await looks()).length
  await done()
  return (await looks()).slice(before)
}

async function patientCalled(name: string): Promise<void> {
  const { payment } = await book(await world.as(ada), bookingForm({ name }))
  await pay(world, payment)
}

test('a search is one entry with the number of hits, without its text', async () => {
  await patientCalled('Ozioma Searched')
  await patientCalled('Ozioma Searchedtoo')
  const found = await newLooks(() => asSola(listWorklist, { body: { q: 'Ozioma' } }))
  expect(found).toMatchObject([{ what: 'worklist_searched', shown: 2, email: sola.email }])
  const all = JSON.stringify(await sql`select l.*, encode(asked, 'escape') as words from list_seen l`)
  expect(all.toLowerCase()).not.toContain('ozioma')
  const { createHash } = await import('node:crypto')
  for (const plain of ['Ozioma', 'ozioma'])
    expect(found[0]?.asked).not.toBe(createHash('sha256').update(plain).digest('hex'))
})

test('a search without hits is recorded too', async () => {
  const found = await newLooks(() => asSola(listWorklist, { body: { q: 'Nobody Of That Name' } }))
  expect(found).toMatchObject([{ what: 'worklist_searched', shown: 0 }])
})

test('an automatic reload is one entry a quarter of an hour, for each person and filter', async () => {
  const read = async (by: Caller, body: object = { stage: 'to_come' }) =>
    expect((await by(listWorklist, { body })).httpStatus).toBe(200)
  const asTola = await world.as(tola)
  const first = await newLooks(async () => {
    for (let index = 0; index < 5; index++) await read(asSola)
    await Promise.all(Array.from({ length: 20 }, () => read(asSola)))
  })
  expect(first).toMatchObject([{ what: 'worklist_seen', email: sola.email }])
  expect(await newLooks(() => read(asTola))).toHaveLength(1)
  expect(await newLooks(() => read(asSola, { stage: 'in_lab' }))).toHaveLength(1)
  expect(await newLooks(() => read(asSola, { stage: 'to_come', page: 2 }))).toHaveLength(1)
  await patientCalled('Someone More')
  expect(await newLooks(() => read(asSola))).toHaveLength(1)
  clock.moveOn(15 * 60 * 1000)
  asSola = await world.as(sola)
  expect(await newLooks(() => read(asSola))).toHaveLength(1)
})

test('is shown while other transactions lock the chain of an order and all other entries', async () => {
  const { order, payment } = await book(await world.as(ada))
  await pay(world, payment)
  await asSola(listWorklist, { body: { q: order } })
  await world.sql.begin(async (held) => {
    await held`select from lab_order where reference = ${order} for update`
    await held`select from audit_head for update`
    await held`select from list_seen for update`
    const { httpStatus } = await asSola(listWorklist, { body: { q: order.slice(0, -1) } })
    expect(httpStatus).toBe(200)
  })
})

test('is not shown if its entry cannot be written', async () => {
  await patientCalled('Never Shown')
  await statement`alter table list_seen add constraint by_hand check (shown < 0) not valid`.execute(db)
  const answer = await asSola(listWorklist, { body: { q: 'Never Shown' } })
  await statement`alter table list_seen drop constraint by_hand`.execute(db)
  expect(answer.httpStatus).toBe(500)
  expect(JSON.stringify(answer)).not.toContain('Never Shown')
})

test('a refused user has seen nothing, and nothing is recorded', async () => {
  const asAda = await world.as(ada)
  const found = await newLooks(async () => {
    expect((await asAda(listWorklist, { body: { q: 'a' } })).httpStatus).toBe(404)
    const elsewhere = { q: 'a', location: '9 Nowhere Street' }
    expect((await asSola(listWorklist, { body: elsewhere })).httpStatus).toBe(404)
  })
  expect(found).toEqual([])
})
