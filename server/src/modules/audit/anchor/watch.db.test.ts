import { expect, test } from 'vitest'
import { ada } from '../../../../test/cast.ts'
import { pay } from '../../../../test/stages.ts'
import { book, buildWorld, until } from '../../../../test/world.ts'
import { chainPending } from '../chain/append.ts'
import { openAuditKeys } from '../chain/keys.ts'
import { readAnchors } from './anchor.ts'
import { checkRecent } from './check.ts'
import { anchorDay } from './daily.ts'

// Its tests alter history by hand.
const world = await buildWorld({ broken: true })
const { db, sql, clock, parts } = world
const keys = openAuditKeys(parts.secret)
const audit = { keys, folder: null }
const chaining = { db, clock, keys }

const waiting = async () => Number((await sql`select count(*) from audit_pending`)[0]?.count)

/** What the worker’s check finds. */
const found = () => checkRecent(db, audit, clock.now())

/** Bypassing every trigger. */
async function alter(statement: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statement)
  })
}

test('the watch finds alterations of the last day at once, and the daily check older ones', async () => {
  const { payment } = await book(await world.as(ada))
  await pay(world, payment)
  await chainPending(chaining)
  clock.moveOn(2 * 3_600_000)
  expect(await anchorDay(chaining, null)).toEqual([])
  clock.moveOn(2 * 86_400_000)
  const { order } = await book(await world.as(ada))
  await chainPending(chaining)
  expect(await found()).toEqual([])
  const event = `where order_id = (select id from lab_order where reference = '${order}')`
  await alter(`update lab_order_event set reason = 'by hand' ${event}`)
  expect((await found()).join()).toContain('does not fit its row')
  await alter(`update lab_order_event set reason = null ${event}`)
  expect(await found()).toEqual([])
  await alter(`update payment_event set actor = 'by hand' where id = (select min(id) from payment_event)`)
  expect(await found()).toEqual([])
  expect((await anchorDay(chaining, null))?.join()).toContain('payment_event')
  const kept = await sql`select findings from audit_anchor order by day`
  expect(kept.map(({ findings }) => findings)).toEqual([0, 1])
})

test('the worker chains new rows, and mails the anchor of the day to the operator', async () => {
  await world.work()
  await until('all is chained', async () => (await waiting()) === 0)
  clock.moveOn(86_400_000)
  await anchorDay(chaining, null)
  const sent = async () =>
    (await world.mailTo(parts.operatorMail)).filter(({ subject }) => subject.startsWith('Audit anchor of '))
  await until('the anchors are mailed', async () => (await sent()).length === 3)
  const mailed = (await sent()).flatMap(({ text }) => readAnchors(text))
  const kept = await sql`select position, signature from audit_anchor order by day`
  expect(mailed.map(({ position, signature }) => [position, signature])).toEqual(
    expect.arrayContaining(kept.map(({ position, signature }) => [Number(position), signature])),
  )
  const subjects = (await sent()).map(({ subject }) => subject).toSorted()
  expect(subjects.map((subject) => subject.includes('history was altered'))).toEqual([false, true, true])
})
