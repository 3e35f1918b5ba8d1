import { listCases, logCall } from '@labalaba/contract'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { fbc, ops, sola, yaba } from '../../../../test/cast.ts'
import { hours, minutes } from '../../../../test/clock.ts'
import {
  callMade,
  critical,
  criticalReport,
  noAnswer,
  readReport,
  reportAtBench,
  sendBack,
  signedIn,
  verifyAs,
} from '../../../../test/critical-calls.ts'
import { giveDuties, hire } from '../../../../test/lab-staff.ts'
import { buildWorld, until } from '../../../../test/world.ts'
import { readOverdue } from '../../../invariants.ts'
import { escalateCriticalCalls, exposeCriticalCalls } from './escalation.ts'

const world = await buildWorld()
const { sql, db, clock } = world
await world.work()
// Each test looks at calls of its own.
beforeEach(async () => {
  await sql`update critical_call set ended_at = ${clock.now()}, outcome = 'void' where ended_at is null`
  await sql`update money_case set closed_at = now(), close_note = 'a test' where closed_at is null`
})

type Reported = Awaited<ReturnType<typeof criticalReport>>

const onFailure = (callId: number, error: unknown) => {
  throw new Error(`call ${callId} failed`, { cause: error })
}
/** Two workers look at the same time. */
const escalate = async () =>
  await Promise.all([1, 2].map(() => escalateCriticalCalls({ db, clock, onFailure })))
const log = async ({ id }: Reported, body = callMade()) =>
  await (await signedIn(world, sola))(logCall, { params: { id }, body })
const casesAbout = async ({ id }: Reported) =>
  await sql<{ kind: string; is_open: boolean }[]>`
    select kind, closed_at is null as is_open from money_case where subject like ${`${id} %`} order by id`
const mailsAbout = async ({ order }: Reported, address: string = sola.email) =>
  (await world.mailTo(address)).filter(({ subject }) => subject === `Please call now: ${order}`)

async function urgentReport(): Promise<Reported> {
  const reported = await reportAtBench(world, { test: [{ ...fbc }] })
  const { analytes } = await readReport(world, reported.order)
  const at = analytes.find(({ name }) => name === 'Platelets')?.position
  await verifyAs(world, reported, '45', at)
  return reported
}

test('an immediate call is mailed to the managers at 30 minutes, and is a case at 60; each once', async () => {
  const reported = await criticalReport(world)
  clock.moveOn(29 * minutes)
  await escalate()
  expect(
    await sql`select from critical_call where managers_mailed_at is not null and ended_at is null`,
  ).toEqual([])
  clock.moveOn(2 * minutes)
  await escalate()
  await until('the mail has come', async () => (await mailsAbout(reported)).length > 0)
  expect(await casesAbout(reported)).toEqual([])
  clock.moveOn(30 * minutes)
  await escalate()
  await escalate()
  expect(await casesAbout(reported)).toEqual([{ kind: 'critical_call_overdue', is_open: true }])
  const [mail, ...more] = await mailsAbout(reported)
  expect(more).toEqual([])
  for (const said of [mail?.subject, mail?.text, mail?.html]) {
    expect(said).toContain(reported.order)
    expect(said).not.toMatch(/Mama|Obi|glucose|sugar|1\.9/i)
  }
  expect(mail?.text).toContain(`${world.publicUrl}/portal/lab/orders/${reported.order}/results`)
  const callNow = `Call now: ${reported.order}`
  await until('operators have the mail', async () =>
    (await world.mailTo(world.parts.operatorMail)).some(({ subject }) => subject === callNow),
  )
  const { data } = await (await world.as(ops))(listCases, { query: {} })
  expect(data.find(({ orderReference }) => orderReference === reported.order)).toMatchObject({
    title: 'A lab has not called about a critical result',
    found: expect.arrayContaining([{ name: 'To be called within', value: '30 minutes' }]),
    acts: [],
  })
})

test('an urgent call is mailed and a case at 24 hours', async () => {
  const reported = await urgentReport()
  clock.moveOn(24 * hours - minutes)
  await escalate()
  expect([await casesAbout(reported), await mailsAbout(reported)]).toEqual([[], []])
  clock.moveOn(2 * minutes)
  await escalate()
  expect(await casesAbout(reported)).toEqual([{ kind: 'critical_call_overdue', is_open: true }])
  await until('the mail has come', async () => (await mailsAbout(reported)).length > 0)
})

test('managers of another location get no mail; a lab without a manager gets it at its own address', async () => {
  await hire(world, yaba.slug, ['manager'], [yaba.annex])
  const [annex] = await sql<{ email: string }[]>`select email from account order by id desc limit 1`
  const managed = await criticalReport(world)
  clock.moveOn(31 * minutes)
  await escalate()
  await until('the mail has come', async () => (await mailsAbout(managed)).length > 0)
  expect(await mailsAbout(managed, annex?.email)).toEqual([])
  expect(await mailsAbout(managed, 'desk@yaba.example')).toEqual([])
  const reported = await criticalReport(world)
  await giveDuties(world, sola, ['desk', 'scientist'])
  clock.moveOn(31 * minutes)
  await escalate()
  await until('it has come', async () => (await mailsAbout(reported, 'desk@yaba.example')).length > 0)
  await giveDuties(world, sola, ['desk', 'scientist', 'manager'])
})

test('the case closes by itself when someone is reached, when the call is void, and when the lab gives up', async () => {
  const [reached, void_, given] = [
    await criticalReport(world),
    await criticalReport(world),
    await criticalReport(world),
  ]
  clock.moveOn(61 * minutes)
  await escalate()
  for (const one of [reached, void_, given])
    expect(await casesAbout(one)).toEqual([{ kind: 'critical_call_overdue', is_open: true }])
  await log(reached)
  await sendBack(world, void_)
  for (const end of [false, false, true]) {
    if (end) clock.moveOn(10 * minutes)
    await log(given, noAnswer({ end }))
  }
  await escalate()
  for (const one of [reached, void_])
    expect(await casesAbout(one)).toEqual([{ kind: 'critical_call_overdue', is_open: false }])
  expect(await casesAbout(given)).toEqual([
    { kind: 'critical_call_overdue', is_open: false },
    { kind: 'critical_call_failed', is_open: true },
  ])
})

test('a call that reached no one is mailed to operators as a danger to a patient', async () => {
  const reported = await criticalReport(world)
  for (const end of [false, false, true]) {
    if (end) clock.moveOn(10 * minutes)
    expect(await log(reported, noAnswer({ end }))).toMatchObject({ httpStatus: 200 })
  }
  const mail = async () =>
    (await world.mailTo(world.parts.operatorMail)).find(
      ({ text }) => text.includes('could not reach anyone') && text.includes(reported.order),
    )
  await until('operators have the mail', async () => (await mail()) !== undefined)
  const { subject, text, html } = (await mail()) ?? expect.unreachable()
  expect(subject).toBe(`Call now: ${reported.order}`)
  expect(html).toContain('A patient may be in danger.')
  for (const said of [subject, text, html]) expect(said).not.toMatch(/Mama|Obi|glucose|sugar|1\.9/i)
})

test('operators read overdue calls before other cases, the earliest due first', async () => {
  const later = new Date(clock.now().getTime() + 48 * hours)
  await sql`insert into money_case (kind, subject, opened_at, due_at) values
    ('orphan_webhook', 'a test, without a time', ${clock.now()}, null),
    ('dispute', 'a test, due later', ${clock.now()}, ${later})`
  const [urgent, immediate] = [await urgentReport(), await criticalReport(world)]
  clock.moveOn(61 * minutes)
  await escalate()
  const failed = await criticalReport(world)
  for (const end of [false, false, true]) {
    if (end) clock.moveOn(10 * minutes)
    await log(failed, noAnswer({ end }))
  }
  const subjects = async () =>
    (await (await world.as(ops))(listCases, { query: {} })).data.map(({ subject }) => subject)
  const [late, ended] = [`${immediate.id} 1`, `${failed.id} 1`]
  const others = ['a test, due later', 'a test, without a time']
  expect(await subjects()).toEqual([late, ended, ...others])
  clock.moveOn(24 * hours)
  await escalate()
  expect((await subjects()).slice(0, 4)).toEqual([late, ended, `${urgent.id} 1`, others[0]])
})

test('a call that someone ends while the case is being opened leaves no open case', async () => {
  for (let round = 0; round < 3; round += 1) {
    const reported = await criticalReport(world)
    clock.moveOn(61 * minutes)
    const body = callMade()
    const caller = await signedIn(world, sola)
    await Promise.all([escalate(), caller(logCall, { params: { id: reported.id }, body })])
    expect((await casesAbout(reported)).filter(({ is_open: isOpen }) => isOpen)).toEqual([])
  }
}, 60_000)

test('a case that an operator closed comes again after an hour, as long as no one was told', async () => {
  const reported = await criticalReport(world)
  clock.moveOn(61 * minutes)
  await escalate()
  await sql`update money_case set closed_at = ${clock.now()}, close_note = 'called the lab'
    where order_reference = ${reported.order}`
  clock.moveOn(59 * minutes)
  await escalate()
  expect(await casesAbout(reported)).toHaveLength(1)
  clock.moveOn(2 * minutes)
  await escalate()
  expect(await casesAbout(reported)).toHaveLength(2)
})

test('a case that closed by itself does not delay one about the same values verified again', async () => {
  const reported = await criticalReport(world)
  clock.moveOn(61 * minutes)
  await escalate()
  await sendBack(world, reported)
  await verifyAs(world, reported, critical)
  await escalate()
  expect(await casesAbout(reported)).toEqual([
    { kind: 'critical_call_overdue', is_open: false },
    { kind: 'critical_call_overdue', is_open: true },
  ])
  const due = await sql`select from money_case asked join critical_call call on call.due_at = asked.due_at
    where asked.closed_at is null and call.report_id = ${reported.id} and call.ended_at is null`
  expect(due).toHaveLength(1)
})

test('a call that cannot be escalated is recorded by its id, and stops no other', async () => {
  const [broken, other] = [await criticalReport(world), await criticalReport(world)]
  clock.moveOn(61 * minutes)
  await sql.unsafe(`create function refuse_case() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$;
    create trigger refuse_case before insert on money_case for each row
      when (new.subject = '${broken.id} 1') execute function refuse_case()`)
  const failed: number[] = []
  await escalateCriticalCalls({ db, clock, onFailure: (callId) => failed.push(callId) })
  await sql.unsafe('drop trigger refuse_case on money_case; drop function refuse_case()')
  const [call] = await sql<{ id: number }[]>`select id::int from critical_call where report_id = ${broken.id}`
  expect(failed).toEqual([call?.id])
  expect(await casesAbout(broken)).toEqual([])
  expect(await casesAbout(other)).toEqual([{ kind: 'critical_call_overdue', is_open: true }])
})

test('the metrics count the open calls by tier, and those that are overdue', async () => {
  const registry = new Registry()
  exposeCriticalCalls(registry, { db, clock })
  const counted = async () =>
    [...(await registry.metrics()).matchAll(/tier="(\w+)",state="(\w+)"\} (\d+)/g)].map((found) =>
      found.slice(1).join(' '),
    )
  const none = ['immediate open 0', 'immediate overdue 0', 'urgent open 0', 'urgent overdue 0']
  expect(await counted()).toEqual(none)
  const [reported] = [await criticalReport(world), await urgentReport()]
  clock.moveOn(31 * minutes)
  await criticalReport(world)
  expect(await counted()).toEqual([
    ...['immediate open 1', 'immediate overdue 1', 'urgent open 1', 'urgent overdue 0'],
  ])
  await log(reported)
  expect(await counted()).toContain('immediate overdue 0')
  const metrics = await (await fetch(`${world.publicUrl}/metrics`)).text()
  expect(metrics).toContain('labalaba_critical_calls{tier="immediate",state="open"} 1')
})

test('a late call without a case is an alarm', async () => {
  const name = 'a critical call that has waited too long has a case'
  const breaches = async () => (await readOverdue(db)).filter((one) => one.name === name)
  const age = async (immediate: string) =>
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update critical_call set opened_at = now() - ${immediate}::interval, waits_since = now() - ${immediate}::interval, due_at = now()
        where ended_at is null`
    })
  const reported = await criticalReport(world)
  await age('74 minutes')
  expect(await breaches()).toEqual([])
  await age('76 minutes')
  expect(await breaches()).toEqual([{ name, what: `${reported.id} 1` }])
  await sql`insert into money_case (kind, subject, opened_at)
    values ('critical_call_overdue', ${`${reported.id} 1`}, now())`
  expect(await breaches()).toEqual([])
  await sql`update money_case set closed_at = now() - interval '74 minutes', close_note = 'a test'`
  expect(await breaches()).toEqual([])
  await sql`update money_case set closed_at = now() - interval '76 minutes'`
  expect(await breaches()).toHaveLength(1)
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update critical_call set opened_at = verified_at, waits_since = verified_at, due_at = verified_at + interval '30 minutes' from report_version version
      where version.report_id = critical_call.report_id and version.number = critical_call.number and ended_at is null`
  })
})
