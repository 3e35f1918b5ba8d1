import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import type { Tables } from '../../tables.ts'
import { openPool } from '../db/pool.ts'
import type { Alarm } from './alarm-policy.ts'
import { type AlarmDependencies, openAlarmCheck } from './alarm-watch.ts'
import { openAlarmWebhook } from './alarm-webhook.ts'
import { openLog } from './log.ts'
import { LoggedAlarms } from './logged-alarms.ts'

const { db, sql, applicationUrl } = await cloneDatabase()
const minute = 60_000
let now = Date.parse('2026-11-28T08:00:00Z')
const clock = { now: () => new Date(now) }
const site = 'https://labalaba.example'

beforeEach(async () => {
  await sql`delete from alarm`
})

/** A receiver of webhooks that answers with `status`. */
async function openReceiver() {
  const receiver = { url: '', status: 200, got: [] as Record<string, unknown>[], types: new Set<unknown>() }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      receiver.types.add(request.headers['content-type'])
      if (receiver.status === 200) receiver.got.push(JSON.parse(body))
      response.writeHead(receiver.status).end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  receiver.url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/hooks/secret-part`
  return receiver
}

async function open(changes: Partial<AlarmDependencies> = {}) {
  const receiver = await openReceiver()
  const lines: string[] = []
  const logged = new LoggedAlarms()
  const log = openLog('debug', { write: (line) => void lines.push(line) }, logged)
  let alarms: readonly Alarm[] = []
  const deps = {
    ...{ db, clock, log, site, logged, post: openAlarmWebhook(receiver.url), find: async () => alarms },
    ...changes,
  }
  return {
    ...{ receiver, lines, log, deps },
    check: openAlarmCheck(deps),
    hold: (...held: Alarm[]) => {
      alarms = held
    },
    said: () => receiver.got.map(({ alarm, state, count }) => `${alarm} ${state} ${count}`),
  }
}

const mail = { alarm: 'mail', count: 3, text: 'mail does not leave' }

test('an alarm is posted once, again after an hour, and its end after five minutes, as JSON with a text', async () => {
  const { receiver, check, hold, said } = await open()
  const began = clock.now().toISOString()
  hold(mail)
  await check()
  await check()
  expect(said()).toEqual(['mail holds 3'])
  expect(receiver.types).toEqual(new Set(['application/json']))
  expect(receiver.got[0]).toEqual({
    text: `Alarm “mail” at ${site}: mail does not leave (since ${began.slice(0, 16).replace('T', ' ')} UTC; see docs/operations/incidents.md)`,
    ...{ alarm: 'mail', state: 'holds', count: 3, since: began, site },
  })
  now += 59 * minute
  hold({ ...mail, count: 9 })
  await check()
  expect(said()).toHaveLength(1)
  now += minute
  await check()
  expect(said()[1]).toBe('mail holds 9')
  hold()
  now += 4 * minute
  await check()
  expect(said()).toHaveLength(2)
  now += minute
  await check()
  await check()
  expect(said()).toEqual(['mail holds 3', 'mail holds 9', 'mail over 9'])
  expect(receiver.got[2]?.since).toBe(began)
})

test('if the receiver fails, the log says so without the address, and the alarm is posted later', async () => {
  const { receiver, lines, check, hold, said } = await open()
  receiver.status = 500
  hold(mail)
  await check()
  expect(lines.join('')).toContain('the webhook answered 500')
  expect(lines.join('')).not.toContain('secret-part')
  receiver.status = 200
  await check()
  expect(said()).toEqual(['mail holds 3'])
})

test('one message that the receiver refuses holds back no other, and two end the check', async () => {
  const refused = new Set(['a'])
  const [tried, posted]: [string[], string[]] = [[], []]
  const post = async ({ alarm }: { alarm: string }) => {
    tried.push(alarm)
    if (refused.has(alarm)) throw new Error('refused')
    posted.push(alarm)
  }
  const { check, hold } = await open({ post })
  hold(...['a', 'b', 'c', 'd'].map((alarm) => ({ alarm, count: 1, text: 'a test' })))
  await check()
  expect(posted).toEqual(['b', 'c', 'd'])
  await sql`update alarm set posted_at = null, posted_count = null`
  for (const alarm of ['b', 'c']) refused.add(alarm)
  tried.length = 0
  await check()
  expect(tried).toEqual(['a', 'b'])
})

test('of several processes one posts', async () => {
  const posted: string[] = []
  const isPosting = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const post = async ({ alarm }: { alarm: string }) => {
    posted.push(alarm)
    isPosting.resolve()
    await mayEnd.promise
  }
  const [one, other] = [await open({ post }), await open({ post })]
  one.hold(mail)
  other.hold(mail)
  const first = one.check()
  await isPosting.promise
  await other.check()
  mayEnd.resolve()
  await first
  await other.check()
  expect(posted).toEqual(['mail'])
})

test('errors of the log with an alarm are posted with their message and nothing else; warnings are not', async () => {
  const { receiver, log, check, said } = await open()
  log.error(
    { alarm: 'messages', phone: '2348030000000', who: 'Mama Obi' },
    'messages to phones do not arrive',
  )
  log.child({ reqId: 'one' }).error({ alarm: 'messages' }, 'messages to phones do not arrive')
  log.error({ alarm: 'invariant' }, 'the check of invariants finds it by itself')
  log.warn({ alarm: 'overload' }, 'more calls came than could be answered')
  await check()
  expect(said()).toEqual(['messages holds 2'])
  expect(receiver.got[0]?.text).toContain(
    '“messages” at https://labalaba.example: messages to phones do not arrive (since',
  )
  expect(JSON.stringify(receiver.got)).not.toMatch(/Obi|234803/)
  now += 59 * minute
  await check()
  expect(said()).toHaveLength(1)
  now += minute
  await check()
  expect(said()[1]).toBe('messages over 2')
})

test('what was logged while the database was away is posted when it is back', async () => {
  const lost = openPool<Tables>('postgres://nowhere:p@127.0.0.1:1/none', 1)
  onTestFinished(() => lost.close())
  const { log, deps, said } = await open()
  log.error({ alarm: 'audit' }, 'history was altered')
  await expect(openAlarmCheck({ ...deps, db: lost.db })()).rejects.toThrow()
  await openAlarmCheck(deps)()
  expect(said()).toEqual(['audit holds 1'])
})

test('a database that does not answer four times is posted hourly, and that it answers again', async () => {
  let isAway = true
  const find = async () => {
    if (isAway) throw new Error('away')
    return []
  }
  const { check, said } = await open({ find })
  const fail = () => expect(check()).rejects.toThrow('away')
  for (let n = 0; n < 3; n += 1) await fail()
  expect(said()).toEqual([])
  await fail()
  await fail()
  expect(said()).toEqual(['database holds 4'])
  now += 60 * minute
  await fail()
  expect(said()).toHaveLength(2)
  isAway = false
  await check()
  await check()
  expect(said()[2]).toMatch(/^database over/)
  expect(said()).toHaveLength(3)
})

test('the site’s login may check the alarms', async () => {
  const pool = openPool<Tables>(applicationUrl, 2)
  onTestFinished(() => pool.close())
  const { check, hold, said } = await open({ db: pool.db })
  hold(mail)
  await check()
  now += 60 * minute
  await check()
  hold()
  now += 5 * minute
  await check()
  expect(said()).toEqual(['mail holds 3', 'mail holds 3', 'mail over 3'])
})
