import {
  type BodySent,
  changeClinicalRequest,
  consentVersion,
  listOpenCalls,
  logCall,
  releaseReport,
  withdrawReport,
} from '@labalaba/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { glassOf, patientNo } from '../../../../test/break-glass.ts'
import { ada, drBello, fbc, ikeja, ops, sola, sugar, tola, yaba } from '../../../../test/cast.ts'
import { hours, minutes } from '../../../../test/clock.ts'
import {
  beginCorrection,
  callMade,
  critical,
  criticalReport,
  noAnswer,
  readReport,
  reportAtBench,
  sendBack,
  signedIn,
  usual,
  verifyAs,
} from '../../../../test/critical-calls.ts'
import { bornOn } from '../../../../test/doctor-results.ts'
import { hire } from '../../../../test/lab-staff.ts'
import { markSensitive } from '../../../../test/sensitive.ts'
import { buildWorld, type Caller, until } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'

const world = await buildWorld()
const { sql, clock } = world
let asAda: Caller
let asSola: Caller
let asTola: Caller
beforeAll(signIn)
beforeEach(signIn)

async function signIn(): Promise<void> {
  ;[asAda, asSola, asTola] = [
    await signedIn(world, ada),
    await signedIn(world, sola),
    await signedIn(world, tola),
  ]
}

type Reported = Awaited<ReturnType<typeof criticalReport>>
type Logged = BodySent<typeof logCall>

const callOf = async ({ order }: Reported) => (await readReport(world, order)).call
const log = async ({ id }: Reported, body: Logged, caller = asSola) =>
  await caller(logCall, { params: { id }, body })
const casesAbout = async ({ id }: Reported) =>
  await sql<{ kind: string; is_open: boolean }[]>`
    select kind, closed_at is null as is_open from money_case where subject like ${`${id} %`} order by id`
const listed = async ({ id }: Reported) =>
  (await asSola(listOpenCalls)).data.filter(({ report }) => report === id)
const outcomes = async ({ id }: Reported) =>
  (
    await sql<
      { outcome: string | null }[]
    >`select outcome from critical_call where report_id = ${id} order by id`
  ).map(({ outcome }) => outcome)

/** Lets several calls wait for the order of a report, so that all come before the first is done. */
async function atOnce<T>({ order }: Reported, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const waiting = async () =>
    (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      .length
  return await Promise.all(
    await sql
      .begin(async (tx) => {
        await tx`select from lab_order where reference = ${order} for update`
        const begun = calls.map((call) => call())
        await until('all of them wait', async () => (await waiting()) === calls.length)
        return [begun]
      })
      .then(([begun]) => begun ?? []),
  )
}

async function release({ id }: Reported): Promise<void> {
  const released = await asTola(releaseReport, { params: { id }, body: { counselledBy: null } })
  expect(released).toMatchObject({ httpStatus: 200 })
}

describe('a call opens', () => {
  test('with the verification of a critical value, before the release, and not with the entry', async () => {
    const reported = await reportAtBench(world)
    await verifyAs(world, reported, critical)
    const call = (await callOf(reported)) ?? expect.unreachable()
    expect(call).toMatchObject({
      ...{ number: 1, tier: 'immediate', state: 'open', endedAt: null, attempts: [], mayEnd: false },
    })
    const { verifiedAt } = (await readReport(world, reported.order)).versions[0] ?? expect.unreachable()
    expect(call.openedAt).toBe(verifiedAt)
    expect(new Date(call.dueAt).getTime() - new Date(call.openedAt).getTime()).toBe(30 * minutes)
    await release(reported)
    expect(await callOf(reported)).toMatchObject({ state: 'open' })
    // The first release starts the thread that draws its PDF.
  }, 60_000)

  test('for a value that is urgent, with 24 hours; the worst of several values decides', async () => {
    const of = { test: [{ ...fbc }] }
    const urgent = await reportAtBench(world, of)
    const { analytes } = await readReport(world, urgent.order)
    const at = (name: string) => analytes.find((line) => line.name === name)?.position ?? expect.unreachable()
    await verifyAs(world, urgent, '45', at('Platelets'))
    const call = (await callOf(urgent)) ?? expect.unreachable()
    expect(call).toMatchObject({ tier: 'urgent', state: 'open' })
    expect(new Date(call.dueAt).getTime() - new Date(call.openedAt).getTime()).toBe(24 * hours)
    const both = await reportAtBench(world, of)
    await verifyAs(world, both, [
      { position: at('Platelets'), value: '45' },
      { position: at('Haemoglobin'), value: '4.1' },
    ])
    expect(await callOf(both)).toMatchObject({ tier: 'immediate' })
  })

  test('for no other value', async () => {
    const reported = await reportAtBench(world)
    await verifyAs(world, reported, usual)
    expect(await readReport(world, reported.order)).toMatchObject({
      call: null,
      may: expect.not.arrayContaining(['log_call']),
    })
  })
})

describe('a call becomes void', () => {
  test('when the version is sent back; verified again, it has another', async () => {
    const reported = await criticalReport(world)
    await sendBack(world, reported)
    expect(await callOf(reported)).toMatchObject({ state: 'void', mayEnd: false })
    expect(await log(reported, callMade())).toMatchObject({ code: 'wrong_state' })
    await verifyAs(world, reported, critical)
    expect(await callOf(reported)).toMatchObject({ number: 1, state: 'open' })
    expect(await outcomes(reported)).toEqual(['void', null])
  })

  test('when a correction is released, not when it is verified; a critical correction has its own', async () => {
    const reported = await criticalReport(world)
    await release(reported)
    await beginCorrection(world, reported)
    expect(await callOf(reported)).toMatchObject({ number: 1, state: 'open' })
    await verifyAs(world, reported, '1.5')
    expect(await callOf(reported)).toMatchObject({ number: 1, state: 'open' })
    expect(await outcomes(reported)).toEqual([null, null])
    expect(await listed(reported)).toHaveLength(1)
    await release(reported)
    expect(await callOf(reported)).toMatchObject({ number: 2, state: 'open' })
    expect(await outcomes(reported)).toEqual(['void', null])
    expect(await log(reported, callMade({ number: 1 }))).toMatchObject({ code: 'wrong_state' })
  })

  test('only when a correction without a critical value is released: sent back, it leaves the call open', async () => {
    const reported = await criticalReport(world)
    await release(reported)
    await beginCorrection(world, reported)
    await verifyAs(world, reported, usual)
    const isOpen = async () => {
      expect(await callOf(reported)).toMatchObject({ number: 1, state: 'open' })
      expect(await listed(reported)).toMatchObject([{ state: 'open' }])
    }
    await isOpen()
    await sendBack(world, reported)
    await isOpen()
    await verifyAs(world, reported, usual)
    await release(reported)
    expect(await callOf(reported)).toMatchObject({ number: 1, state: 'void' })
    expect(await listed(reported)).toEqual([])
  })

  test('without hiding what was done about the version in force', async () => {
    const reported = await criticalReport(world)
    await log(reported, callMade())
    await release(reported)
    await beginCorrection(world, reported)
    await verifyAs(world, reported, '1.5')
    expect(await callOf(reported)).toMatchObject({ number: 2, state: 'open' })
    await sendBack(world, reported)
    expect(await callOf(reported)).toMatchObject({ number: 1, state: 'reached' })
  })

  test('when the version is withdrawn; that of a correction verified before stays', async () => {
    const reported = await criticalReport(world)
    await release(reported)
    const withdraw = async (of: Reported) =>
      await asSola(withdrawReport, {
        params: { id: of.id },
        body: { number: 1, because: 'wrong_patient', note: 'The labels were swapped.' },
      })
    expect(await withdraw(reported)).toMatchObject({ httpStatus: 200 })
    expect(await callOf(reported)).toMatchObject({ state: 'void' })
    const corrected = await criticalReport(world)
    await release(corrected)
    await beginCorrection(world, corrected)
    await verifyAs(world, corrected, '1.5')
    expect(await withdraw(corrected)).toMatchObject({ httpStatus: 200 })
    expect(await callOf(corrected)).toMatchObject({ number: 2, state: 'open' })
  })
})

describe('the time of a call', () => {
  const times = async ({ id }: Reported) =>
    await sql<{ waits: Date; due: Date }[]>`select waits_since as waits, due_at as due from critical_call
      where report_id = ${id} order by id`

  test('runs on when the same critical values are sent back and verified again', async () => {
    const reported = await criticalReport(world)
    clock.moveOn(31 * minutes)
    await signIn()
    for (const _ of ['once', 'again']) {
      await sendBack(world, reported)
      await verifyAs(world, reported, critical)
    }
    const [first, ...later] = await times(reported)
    expect(later).toEqual([first, first])
    expect(await callOf(reported)).toMatchObject({ state: 'overdue' })
    expect(await listed(reported)).toMatchObject([{ state: 'overdue' }])
  })

  test('runs on in a correction with the same critical values, and begins with other ones', async () => {
    const reported = await criticalReport(world)
    await release(reported)
    await beginCorrection(world, reported)
    clock.moveOn(5 * minutes)
    await verifyAs(world, reported, critical)
    const [first, second] = await times(reported)
    expect(second).toEqual(first)
    await sendBack(world, reported)
    clock.moveOn(5 * minutes)
    await verifyAs(world, reported, '1.5')
    const third = (await times(reported)).at(-1)
    expect(third?.waits.getTime()).toBeGreaterThan(first?.waits.getTime() ?? Number.POSITIVE_INFINITY)
  })
})

/** The lab receives another sample of the test of a report: the stored row is what verification reads. */
async function receiveAnother({ order }: Reported): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update specimen set received_at = ${clock.now()} where state = 'received'
      and order_id = (select id from lab_order where reference = ${order})`
  })
}

describe('a person who was already called needs no second call', () => {
  test('about a correction with the same critical values, and one after that', async () => {
    const reported = await criticalReport(world)
    await log(reported, callMade())
    for (const number of [2, 3]) {
      await release(reported)
      await beginCorrection(world, reported)
      await verifyAs(world, reported, critical)
      const call = await callOf(reported)
      expect(call).toMatchObject({ number, state: 'reached', mayEnd: false })
      expect(call?.attempts).toMatchObject([{ by: 'Sola', name: 'Mama Obi' }])
    }
    expect((await readReport(world, reported.order)).may).not.toContain('log_call')
  })

  test('about the same values of a version that was sent back', async () => {
    const reported = await criticalReport(world)
    await log(reported, callMade())
    await sendBack(world, reported)
    await verifyAs(world, reported, critical)
    expect(await outcomes(reported)).toEqual(['reached', 'reached'])
  })

  test.each([
    ['the version in force', 1],
    ['its correction', 2],
  ])(
    'about a correction with the same values that was verified before the call: logged for %s, it ends both',
    async (_, number) => {
      const reported = await criticalReport(world)
      await log(reported, noAnswer())
      await release(reported)
      await beginCorrection(world, reported)
      await verifyAs(world, reported, critical)
      expect(await outcomes(reported)).toEqual([null, null])
      expect(await log(reported, callMade({ number }))).toMatchObject({ httpStatus: 200 })
      expect(await outcomes(reported)).toEqual(['reached', 'reached'])
      expect(await listed(reported)).toEqual([])
      const call = await callOf(reported)
      expect(call).toMatchObject({ state: 'reached' })
      expect(call?.attempts[0]).toMatchObject({ reached: true, name: 'Mama Obi' })
      await release(reported)
      expect(await callOf(reported)).toMatchObject({ number: 2, state: 'reached' })
      expect(await log(reported, callMade({ number: 2 }))).toMatchObject({ code: 'wrong_state' })
    },
  )

  test('about the values of a version that the lab had given up: reached for its correction, its case closes', async () => {
    const reported = await criticalReport(world)
    await giveUp(reported)
    await release(reported)
    await beginCorrection(world, reported)
    await verifyAs(world, reported, critical)
    expect(await outcomes(reported)).toEqual(['not_reached', null])
    await log(reported, callMade({ number: 2 }))
    expect(await outcomes(reported)).toEqual(['reached', 'reached'])
    expect(await casesAbout(reported)).toEqual([{ kind: 'critical_call_failed', is_open: false }])
  })

  test('but an open call about other values stays open', async () => {
    const reported = await criticalReport(world)
    await release(reported)
    await beginCorrection(world, reported)
    await verifyAs(world, reported, '1.5')
    await log(reported, callMade())
    expect(await outcomes(reported)).toEqual(['reached', null])
  })

  test.each([
    ['another critical value', ['1.5']],
    ['the same value after a version without one', [usual, critical]],
  ])('but does about %s', async (_, values) => {
    const reported = await criticalReport(world)
    await log(reported, callMade())
    for (const value of values) {
      await release(reported)
      await beginCorrection(world, reported)
      await verifyAs(world, reported, value)
    }
    expect(await callOf(reported)).toMatchObject({ number: values.length + 1, state: 'open' })
  })

  test('but does about the same value of a new sample', async () => {
    const reported = await criticalReport(world)
    await log(reported, callMade())
    await release(reported)
    await beginCorrection(world, reported)
    clock.moveOn(minutes)
    await receiveAnother(reported)
    clock.moveOn(minutes)
    await verifyAs(world, reported, critical)
    expect(await callOf(reported)).toMatchObject({ number: 2, state: 'open' })
  })

  const withdrawFirst = async ({ id }: Reported) => {
    const body = { number: 1, because: 'unfit_sample', note: 'It was too old.' } as const
    expect(await asSola(withdrawReport, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
  }

  test('but does about the same value after a withdrawal', async () => {
    const reported = await criticalReport(world)
    await log(reported, callMade())
    await release(reported)
    await withdrawFirst(reported)
    expect(await callOf(reported)).toMatchObject({ number: 1, state: 'reached' })
    await beginCorrection(world, reported)
    await verifyAs(world, reported, critical)
    expect(await callOf(reported)).toMatchObject({ number: 2, state: 'open' })
  })

  test.each(['before', 'after'])(
    'but does about a correction verified before the withdrawal, if the person was called for the withdrawn version %s it',
    async (moment) => {
      const reported = await criticalReport(world)
      if (moment === 'before') await log(reported, callMade())
      await release(reported)
      await beginCorrection(world, reported)
      await verifyAs(world, reported, critical)
      if (moment === 'after') await log(reported, callMade())
      expect(await outcomes(reported)).toEqual(['reached', 'reached'])
      clock.moveOn(31 * minutes)
      await signIn()
      for (const _ of ['once', 'again']) await withdrawFirst(reported)
      expect(await outcomes(reported)).toEqual(['reached', 'reached', null])
      const call = (await callOf(reported)) ?? expect.unreachable()
      // It has its whole time from the withdrawal on.
      expect(call).toMatchObject({ number: 2, state: 'open', attempts: [] })
      expect(new Date(call.dueAt).getTime() - new Date(call.openedAt).getTime()).toBe(30 * minutes)
      await release(reported)
      expect(await listed(reported)).toMatchObject([{ state: 'open' }])
      expect(await log(reported, callMade({ number: 2 }))).toMatchObject({ httpStatus: 200 })
      expect(await callOf(reported)).toMatchObject({ number: 2, state: 'reached' })
    },
  )

  test('but does about a correction that was sent back before the withdrawal and is verified again', async () => {
    const reported = await criticalReport(world)
    await log(reported, callMade())
    await release(reported)
    await beginCorrection(world, reported)
    await verifyAs(world, reported, critical)
    await sendBack(world, reported)
    await withdrawFirst(reported)
    await verifyAs(world, reported, critical)
    expect(await outcomes(reported)).toEqual(['reached', 'reached', null])
    expect(await callOf(reported)).toMatchObject({ number: 2, state: 'open' })
  })

  test('about a correction for which the person was called before the version in force was withdrawn', async () => {
    const reported = await criticalReport(world)
    await release(reported)
    await beginCorrection(world, reported)
    await verifyAs(world, reported, critical)
    await log(reported, callMade({ number: 2 }))
    await withdrawFirst(reported)
    expect(await outcomes(reported)).toEqual(['reached', 'reached'])
    expect(await callOf(reported)).toMatchObject({ number: 2, state: 'reached' })
  })
})

describe('an attempt', () => {
  test('that reaches someone ends the call, and is shown with all that was recorded', async () => {
    const reported = await criticalReport(world)
    const body = callMade({ whom: 'other', name: ' Uncle Obi ', note: 'He drives her to the hospital.' })
    expect(await log(reported, body)).toMatchObject({ httpStatus: 200 })
    const call = (await callOf(reported)) ?? expect.unreachable()
    expect(call).toMatchObject({ state: 'reached', endedAt: expect.any(String), mayEnd: false })
    expect(call.attempts).toEqual([
      {
        ...{ by: 'Sola', at: expect.any(String), whom: 'other', name: 'Uncle Obi', phone: '2348030000009' },
        ...{ reached: true, readBack: true, note: 'He drives her to the hospital.' },
      },
    ])
    const written = await sql`select role, account_id is not null as by from audit_entry
      where what = 'report_called' and report_id = ${reported.id} and report_number = 1`
    expect(written).toEqual([{ role: 'lab', by: true }])
  })

  test('is recorded once, however often it is sent, also after the call ended', async () => {
    const reported = await criticalReport(world)
    const missed = noAnswer()
    await log(reported, missed)
    const body = callMade()
    const answers = await Promise.all(Array.from({ length: 8 }, () => log(reported, body)))
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(answers.map(() => 200))
    for (const again of [missed, body]) expect(await log(reported, again)).toMatchObject({ httpStatus: 200 })
    expect((await callOf(reported))?.attempts).toHaveLength(2)
    expect(await log(reported, callMade())).toMatchObject({ code: 'wrong_state' })
  })

  test('is not recorded with the id of another', async () => {
    const [one, other] = [await criticalReport(world), await criticalReport(world)]
    const body = noAnswer()
    await log(one, body)
    const reached = { ...body, reached: true, readBack: false }
    for (const wrong of [await log(one, reached), await log(one, body, asTola), await log(other, body)])
      expect(wrong).toMatchObject({ code: 'wrong_state' })
    expect(await outcomes(one)).toEqual([null])
  })

  test.each([
    ['read back by no one', { reached: false, readBack: true }, 'readBack'],
    ['reached, without a word about reading back', { reached: true, readBack: null }, 'readBack'],
    ['a number abroad', { phone: '+44 20 7946 0000' }, 'phone'],
    ['reached, and also ended as not reached', { end: true }, 'end'],
    ['the first, and ended', { reached: false, readBack: null, end: true }, 'end'],
  ])('is refused with its field: %s', async (_, changes, field) => {
    const reported = await criticalReport(world)
    const answer = await log(reported, callMade(changes))
    expect(answer).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
    expect((await callOf(reported))?.attempts).toEqual([])
  })

  test('of two people at once is recorded of both, and the call ends once', async () => {
    const reported = await criticalReport(world)
    const answers = await atOnce(reported, [
      () => log(reported, callMade(), asSola),
      () => log(reported, callMade({ name: 'Uncle Obi', whom: 'other' }), asTola),
    ])
    expect(answers).toMatchObject([{ httpStatus: 200 }, { httpStatus: 200 }])
    const call = await callOf(reported)
    expect(call).toMatchObject({ state: 'reached' })
    expect(call?.attempts.map(({ name }) => name).toSorted()).toEqual(['Mama Obi', 'Uncle Obi'])
    expect(await log(reported, callMade())).toMatchObject({ code: 'wrong_state' })
  })

  test('waits for a verifier who sends the version back, or comes before', async () => {
    for (let round = 0; round < 4; round += 1) {
      const reported = await criticalReport(world)
      const [answer] = await Promise.all([log(reported, callMade()), sendBack(world, reported)])
      expect(await outcomes(reported)).toEqual([answer.httpStatus === 200 ? 'reached' : 'void'])
    }
  })
})

/** Three attempts, the last of which ends the call without having reached anyone. */
async function giveUp(reported: Reported): Promise<void> {
  await log(reported, noAnswer())
  await log(reported, noAnswer())
  clock.moveOn(10 * minutes)
  expect(await log(reported, noAnswer({ end: true }))).toMatchObject({ httpStatus: 200 })
}

describe('a call that reaches no one', () => {
  test('may be ended with the third attempt, which opens a case for operators', async () => {
    const reported = await criticalReport(world)
    for (const mayEnd of [false, true]) {
      await log(reported, noAnswer())
      expect(await callOf(reported)).toMatchObject({ state: 'open', mayEnd })
    }
    clock.moveOn(10 * minutes)
    expect(await log(reported, noAnswer({ end: true }))).toMatchObject({ httpStatus: 200 })
    expect(await callOf(reported)).toMatchObject({ state: 'not_reached', mayEnd: false })
    const [row] = await sql`select kind, order_reference, found from money_case
      where subject = ${`${reported.id} 1`}`
    expect(row).toMatchObject({
      ...{ kind: 'critical_call_failed', order_reference: reported.order },
      found: { call_attempts: 3, call_within: '30 minutes', call_waits_since: expect.any(String) },
    })
    expect((await readReport(world, reported.order)).may).toContain('log_call')
    expect(await log(reported, noAnswer())).toMatchObject({ code: 'wrong_state' })
  })

  test('is not ended by attempts within a moment, but from ten minutes after the first on', async () => {
    const reported = await criticalReport(world)
    await log(reported, noAnswer())
    clock.moveOn(5 * minutes)
    await log(reported, noAnswer())
    const body = noAnswer({ end: true })
    for (const _ of ['sent', 'sent again']) {
      const answer = await log(reported, body)
      expect(answer).toMatchObject({ httpStatus: 409, code: 'ended_too_soon' })
      expect(answer.message).toContain('ten minutes after the first call')
    }
    expect((await callOf(reported))?.attempts).toHaveLength(2)
    // The same call without its end is logged. It does not delay the end.
    expect(await log(reported, noAnswer())).toMatchObject({ httpStatus: 200 })
    clock.moveOn(5 * minutes)
    expect(await log(reported, body)).toMatchObject({ httpStatus: 200 })
    expect(await outcomes(reported)).toEqual(['not_reached'])
  })

  test('is ended by someone who was reached at any moment', async () => {
    const reported = await criticalReport(world)
    for (const body of [noAnswer(), noAnswer(), callMade()])
      expect(await log(reported, body)).toMatchObject({ httpStatus: 200 })
    expect(await outcomes(reported)).toEqual(['reached'])
  })

  test('becomes reached, and its case closes, when the patient calls back', async () => {
    const reported = await criticalReport(world)
    await giveUp(reported)
    clock.moveOn(minutes)
    const body = callMade({ note: 'She called back.' })
    for (const _ of ['sent', 'sent again'])
      expect(await log(reported, body)).toMatchObject({ httpStatus: 200 })
    expect(await callOf(reported)).toMatchObject({ state: 'reached', mayEnd: false })
    expect((await callOf(reported))?.attempts).toHaveLength(4)
    expect(await casesAbout(reported)).toEqual([{ kind: 'critical_call_failed', is_open: false }])
    expect((await readReport(world, reported.order)).may).not.toContain('log_call')
    clock.moveOn(minutes)
    expect(await log(reported, callMade())).toMatchObject({ code: 'wrong_state' })
  })

  test('stays so once its version was sent back', async () => {
    const reported = await criticalReport(world)
    await giveUp(reported)
    await sendBack(world, reported)
    clock.moveOn(minutes)
    expect((await readReport(world, reported.order)).may).not.toContain('log_call')
    expect(await log(reported, callMade())).toMatchObject({ code: 'wrong_state' })
    expect(await outcomes(reported)).toEqual(['not_reached'])
  })

  test('is ended once by many who give up at once', async () => {
    const reported = await criticalReport(world)
    await log(reported, noAnswer())
    await log(reported, noAnswer())
    clock.moveOn(10 * minutes)
    const end = () => log(reported, noAnswer({ end: true }))
    const answers = await atOnce(reported, [end, end, end, end])
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200])
    expect((await callOf(reported))?.attempts).toHaveLength(6)
    expect(await outcomes(reported)).toEqual(['not_reached'])
    expect(await casesAbout(reported)).toEqual([{ kind: 'critical_call_failed', is_open: true }])
  })

  test('and of which another person reaches someone at that moment closes the case', async () => {
    const reported = await criticalReport(world)
    await log(reported, noAnswer())
    await log(reported, noAnswer())
    clock.moveOn(10 * minutes)
    const answers = await atOnce(reported, [
      () => log(reported, noAnswer({ end: true })),
      () => log(reported, callMade(), asTola),
    ])
    expect(answers).toMatchObject([{ httpStatus: 200 }, { httpStatus: 200 }])
    const [found] = await casesAbout(reported)
    expect([await outcomes(reported), found?.is_open ?? false]).toEqual([['reached'], false])
  })
})

describe('who', () => {
  test('calls: scientists, verifiers and managers at the location, and no desk', async () => {
    const reported = await criticalReport(world)
    const desk = await hire(world, yaba.slug, ['desk'])
    expect(await log(reported, noAnswer(), desk)).toMatchObject({ code: 'not_your_duty' })
    expect((await readReport(world, reported.order, desk)).may).not.toContain('log_call')
    for (const duty of ['scientist', 'verifier', 'manager'] as const) {
      const caller = await hire(world, yaba.slug, [duty])
      expect((await readReport(world, reported.order, caller)).may).toContain('log_call')
      expect(await log(reported, noAnswer(), caller)).toMatchObject({ httpStatus: 200 })
    }
    for (const stranger of [
      await hire(world, yaba.slug, ['manager'], [yaba.annex]),
      await hire(world, ikeja.slug, ['verifier']),
      asAda,
      await world.as(ops),
    ])
      expect(await log(reported, noAnswer(), stranger)).toMatchObject({ code: 'not_found' })
  })

  test('sees the open calls: staff of the lab at their locations; the earliest due first, without a value', async () => {
    const late = await criticalReport(world)
    await log(late, noAnswer())
    clock.moveOn(31 * minutes)
    await signIn()
    const soon = await criticalReport(world)
    const reached = await criticalReport(world)
    await log(reached, callMade())
    const { data } = await asTola(listOpenCalls)
    const own = [late, soon, reached].map(({ id }) => id)
    expect(data.filter(({ report }) => own.includes(report))).toEqual([
      {
        ...{ report: late.id, order: late.order, patientName: 'Mama Obi', test: sugar.name },
        ...{ tier: 'immediate', state: 'overdue', dueAt: expect.any(String), attempts: 1, sampleData: true },
      },
      expect.objectContaining({ report: soon.id, state: 'open', attempts: 0 }),
    ])
    // A time may contain the digits of the value.
    const withoutTimes = data.map(({ dueAt: _, ...shown }) => shown)
    expect(JSON.stringify(withoutTimes)).not.toContain(critical)
    const seen = await sql`select shown from list_seen where what = 'worklist_seen' order by id desc limit 1`
    expect(seen).toEqual([{ shown: data.length }])
    const elsewhere = await hire(world, yaba.slug, ['scientist', 'manager'], [yaba.annex])
    const foreign = await hire(world, ikeja.slug, ['scientist', 'manager'])
    const desk = await hire(world, yaba.slug, ['desk'])
    for (const other of [elsewhere, foreign, desk]) expect((await other(listOpenCalls)).data).toEqual([])
    expect(await asAda(listOpenCalls)).toMatchObject({ code: 'not_found' })
  })

  test('can be called about an adult who books: the patient alone', async () => {
    const reported = await criticalReport(world)
    expect((await callOf(reported))?.contacts).toEqual([
      { whom: 'patient', name: 'Mama Obi', phone: '2348030000009' },
    ])
  })

  test('can be called about a child: also the person who booked, until the eighteenth birthday', async () => {
    const child = { person: 'other', consent: { as: 'guardian', version: consentVersion } } as const
    const dob = new Date(clock.now().getTime() - 4 * 24 * hours).toISOString().slice(0, 10)
    const reported = await criticalReport(world, { ...child, name: 'Ebere Obi', dob })
    expect((await callOf(reported))?.contacts).toEqual([
      { whom: 'patient', name: 'Ebere Obi', phone: '2348030000009' },
      { whom: 'guardian', name: ada.name, phone: ada.phone },
    ])
  })

  test.each([
    ['a child', 4 * 24, true],
    ['an adult', 30 * 366 * 24, false],
  ])(
    'can be called about %s whose date of birth only the lab knows, like about any other',
    async (_, age, isChild) => {
      const reported = await reportAtBench(world, { name: 'Ebere Obi', dob: '' })
      const bornOn = new Date(clock.now().getTime() - age * hours).toISOString().slice(0, 10)
      const params = { reference: reported.order }
      const added = await asSola(changeClinicalRequest, { params, body: { bornOn, basedOn: 0 } })
      expect(added).toMatchObject({ httpStatus: 200 })
      await verifyAs(world, reported, critical)
      expect((await callOf(reported))?.contacts).toEqual([
        { whom: 'patient', name: 'Ebere Obi', phone: '2348030000009' },
        ...(isChild ? [{ whom: 'guardian', name: ada.name, phone: ada.phone }] : []),
      ])
    },
  )

  describe('can be called about a patient of a doctor:', () => {
    const booked = (number: number) => ({ ...patientNo(number, 'called'), dob: bornOn })
    const whomsOf = async (reported: Reported) => (await callOf(reported))?.contacts.map(({ whom }) => whom)
    const { agree: agreed, refuse } = glassOf(world)

    test('the doctor, as far as the patient lets them read; without an answer if the value is immediate', async () => {
      const reported = await criticalReport(world, booked(1), await world.as(drBello))
      expect((await callOf(reported))?.contacts.at(-1)).toEqual({
        ...{ whom: 'doctor', name: drBello.name, phone: drBello.phone },
      })
      await markSensitive(sql, sugar.name)
      expect(await whomsOf(reported)).toEqual(['patient'])
      await agreed(reported.order)
      expect(await whomsOf(reported)).toEqual(['patient'])
      await agreed(reported.order, true)
      expect(await whomsOf(reported)).toEqual(['patient', 'doctor'])
      await sql`update test set sensitive_until = ${clock.now()} where name = ${sugar.name}`
      await sql`update account set state = 'suspended' where email = ${drBello.email}`
      expect(await whomsOf(reported)).toEqual(['patient'])
      await sql`update account set state = 'active' where email = ${drBello.email}`
    })

    test('the doctor about an urgent value only if the patient lets them read it', async () => {
      const of = { ...booked(2), test: [{ ...fbc }] }
      const reported = await reportAtBench(world, of, await world.as(drBello))
      const { analytes } = await readReport(world, reported.order)
      const platelets = analytes.find(({ name }) => name === 'Platelets')?.position ?? expect.unreachable()
      await verifyAs(world, reported, '45', platelets)
      expect(await whomsOf(reported)).toEqual(['patient'])
      await agreed(reported.order)
      expect(await whomsOf(reported)).toEqual(['patient', 'doctor'])
    })

    test('no doctor whom the patient has refused', async () => {
      const reported = await criticalReport(world, booked(3), await world.as(drBello))
      expect(await whomsOf(reported)).toEqual(['patient', 'doctor'])
      await refuse(reported.order)
      expect(await whomsOf(reported)).toEqual(['patient'])
    })

    test('no doctor who is not verified, or whose own phone the order has', async () => {
      const own = { ...booked(4), phone: drBello.phone }
      expect(await whomsOf(await criticalReport(world, own, await world.as(drBello)))).toEqual(['patient'])
      const { as } = await glassOf(world).doctor(1, false)
      expect(await whomsOf(await criticalReport(world, booked(5), await as()))).toEqual(['patient'])
    })
  })

  test('is called although the order was cancelled since', async () => {
    const reported = await criticalReport(world)
    await sql`update lab_order set state = 'cancelled' where reference = ${reported.order}`
    expect((await readReport(world, reported.order)).may).toEqual(['log_call'])
    expect(await log(reported, callMade())).toMatchObject({ httpStatus: 200 })
    await sql`update lab_order set state = 'lab_processing' where reference = ${reported.order}`
  })
})

describe('the database refuses', () => {
  const attempt = (call: string, changes = '') => `
    insert into critical_call_attempt (id, call_id, made_by, at, whom, name, phone, reached, read_back)
    select gen_random_uuid(), id, 1, opened_at, 'patient', 'Mama Obi', '2348030000009', ${changes || 'false, null'}
    from critical_call where ${call}`

  test.each([
    ['an attempt about reading back that reached no one', (id: string) => attempt(id, 'false, true')],
    ['one that reached someone, without it', (id: string) => attempt(id, 'true, null')],
    ['an end as reached without an attempt', (id: string) => end(id, 'reached')],
    ['an end as not reached before three attempts', (id: string) => end(id, 'not_reached')],
    ['an end without an outcome', (id: string) => `update critical_call set ended_at = now() where ${id}`],
    ['another tier', (id: string) => `update critical_call set tier = 'urgent' where ${id}`],
    ['its deletion', (id: string) => `delete from critical_call where ${id}`],
  ])('%s', async (_, statement) => {
    const reported = await criticalReport(world)
    await expect(sql.unsafe(statement(`report_id = '${reported.id}'`))).rejects.toMatchObject({
      code: expect.stringMatching(/^23(001|514)$/),
    })
  })

  const end = (call: string, outcome: string) =>
    `update critical_call set outcome = '${outcome}', ended_at = now() + interval '9 years' where ${call}`

  test('a change of an attempt, one after the end, and a second end', async () => {
    const reported = await criticalReport(world)
    await log(reported, callMade())
    const id = `report_id = '${reported.id}'`
    for (const wrong of [
      `update critical_call_attempt set name = 'Another'`,
      'delete from critical_call_attempt',
      `${attempt(id).replace('opened_at,', `now() + interval '9 years',`)}`,
      end(id, 'void'),
    ])
      await expect(sql.unsafe(wrong), wrong).rejects.toMatchObject({ code: '23001' })
  })

  test('an end by a call that has reached no one, or about other values', async () => {
    const [reported, other] = [await criticalReport(world), await criticalReport(world)]
    await log(other, callMade())
    await release(reported)
    await beginCorrection(world, reported)
    await verifyAs(world, reported, '1.5')
    const endBy = (
      same: string,
    ) => `update critical_call set outcome = 'reached', ended_at = now() + interval '9 years',
      same_as = (select max(id) from critical_call where ${same}) where report_id = '${reported.id}' and number = 1`
    for (const same of [`report_id = '${reported.id}' and number = 2`, `report_id = '${other.id}'`])
      await expect(sql.unsafe(endBy(same)), same).rejects.toMatchObject({ code: '23001' })
  })

  test('a second open call of a version, and one that begins ended', async () => {
    const { id } = await criticalReport(world)
    const again = (columns: string, values: string) => `
      insert into critical_call (report_id, number, tier, values_hash, opened_at, waits_since, due_at${columns})
      select report_id, number, tier, values_hash, opened_at + interval '1 s', waits_since, due_at${values}
      from critical_call where report_id = '${id}'`
    await expect(sql.unsafe(again('', ''))).rejects.toThrow(/critical_call_open/)
    const ended = again(', ended_at, outcome', `, due_at, 'reached'`)
    await expect(sql.unsafe(ended)).rejects.toMatchObject({ code: '23001' })
    const same = again(', ended_at, outcome, same_as', `, due_at, 'reached', id`)
    await expect(sql.unsafe(same)).rejects.toMatchObject({ code: '23001' })
  })

  test('a verification of a critical value without a call', async () => {
    const reported = await criticalReport(world)
    await sendBack(world, reported)
    const verify = sql`update report_version set state = 'verified', verified_at = now(),
      verified_by = (select id from account where email = ${tola.email}) where report_id = ${reported.id}`
    await expect(verify).rejects.toThrow('a verified critical value has a critical call')
  })
})

test('after all this every invariant holds', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
