import {
  chooseNotices,
  commentPosition,
  consentVersion,
  correctReport,
  enterResults,
  provePatient,
  provePhone,
  readResults,
  releaseReport,
  sendPhoneCode,
  verifyReport,
  withdrawConsent,
  withdrawReport,
} from '@labalaba/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, chidi, drBello, fbc, sola, sugar, tola, urine, yaba } from '../../../../test/cast.ts'
import { agree, bornOn, proveAda } from '../../../../test/doctor-results.ts'
import { releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Form } from '../../../../test/world.ts'
import { messageJobs, phoneDigits } from '../channel/outbox.ts'
import { notificationJobs } from '../jobs.ts'

const world = await buildWorld()
const { sql } = world
const renderer = { render: async () => new Uint8Array([1]), close: async () => undefined }
const jobs = { ...notificationJobs({ ...world.parts, renderer }), ...messageJobs(world.parts) }
const labPhone = '0700 000 0101'
const patientPhone = '2348030000009'
const unproven = 'mama@cast.example'
const permission = { as: 'permission', version: consentVersion } as const

beforeEach(async () => {
  await sql`delete from phone_message`
  await sql`delete from notice_choice`
  await sql`delete from proven_phone`
  await deleteMailsAndJobs()
})

async function deleteMailsAndJobs(): Promise<void> {
  await sql`delete from mailbox`
  await sql`delete from graphile_worker._private_jobs`
}

/** Runs the jobs that wait, and those that they queue, as the worker would; `times`: each so often. */
async function work(times = 1): Promise<string[]> {
  const done: string[] = []
  for (;;) {
    const waiting = await sql<{ id: string; name: string; payload: Record<string, unknown> }[]>`
      select job.id::text, task.identifier as name, payload from graphile_worker._private_jobs job
        join graphile_worker._private_tasks task on task.id = job.task_id order by job.id`
    if (waiting.length === 0) return done
    for (const { id, name, payload } of waiting) {
      await sql`delete from graphile_worker._private_jobs where id = ${id}`
      for (let turn = 0; turn < times; turn += 1) await jobs[name]?.(payload)
      done.push(name)
    }
  }
}

const mails = async (to: string) => await world.mailTo(to)
const subjects = async (to: string) => (await mails(to)).map(({ subject }) => subject)
const texts = async (to: string) => (await mails(to)).map(({ text }) => text)

/**
 * A value of the sugar test of an order, verified and released, with a comment if one is given; as a new version, if it is
 * out.
 */
async function release(reference: string, value: string, comment?: string): Promise<string> {
  const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
  const sugars = async () =>
    (await reportsOf(asSola, reference)).find(({ test }) => test === sugar.name) ?? expect.unreachable()
  const report = await sugars()
  const params = { id: report.id }
  if (report.versions.length > 0) await asTola(correctReport, { params, body: { reason: 'measured again' } })
  const basedOn = (await sugars()).versions[0]?.enteredAt ?? null
  const values = [{ position: 1, value }, ...(comment ? [{ position: commentPosition, value: comment }] : [])]
  await asSola(enterResults, { params, body: { values, basedOn } })
  await asTola(verifyReport, { params, body: { seen: (await sugars()).versions[0]?.enteredAt ?? '' } })
  const counselledBy = report.sensitive === null ? null : ('lab' as const)
  const released = await asTola(releaseReport, { params, body: { counselledBy, note: 'Talked by phone' } })
  expect(released.httpStatus).toBe(200)
  return report.id
}
/** In mmol/L. */
const [immediate, urgent, usual] = ['1.9', '15', '5']

beforeAll(async () => {
  await sql`insert into critical_limit (code, analyte, ucum, from_amount, from_unit, at_or_above, tier, source, source_read)
    values ('test-glucose', '14771-0', 'mmol/L', 28, 'days', 12, 'urgent', 'A test', false)`
})

/** The licence of the only doctor, as an operator decides about it. */
async function licence(state: 'suspended' | 'accepted'): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update doctor_licence set state = ${state}`
  })
}

/** An order of the sugar test at the bench, without the mails of before. */
async function ordered(person: typeof ada | typeof chidi | typeof drBello, changes: Partial<Form> = {}) {
  const reference = await orderAtBench(world, await world.as(person), { test: [{ ...sugar }], ...changes })
  await deleteMailsAndJobs()
  await sql`delete from phone_message`
  return reference
}

const herself = { email: ada.email, dob: bornOn, phone: ada.phone, person: 'self' } as const
const forMama = { person: 'other', consent: permission } as const

/** Ada gets her notices about results by SMS alone. */
async function bySmsAlone(): Promise<void> {
  const asAda = await world.as(ada)
  await asAda(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: ada.phone } })
  const [code] = await sql<{ id: string }[]>`select id from phone_code where state = 'live'`
  const digits = phoneDigits(world.parts.secret, code?.id ?? '')
  await asAda(provePhone, { params: { channel: 'sms' }, body: { code: digits } })
  await asAda(chooseNotices, { params: { topic: 'results', channel: 'sms' }, body: { on: true } })
  await asAda(chooseNotices, { params: { topic: 'results', channel: 'email' }, body: { on: false } })
  await deleteMailsAndJobs()
  await sql`delete from phone_message`
}

describe('a patient who booked for themselves', () => {
  test('is asked to call now about an immediate result, in place of the usual notice, once by mail and once by SMS', async () => {
    const reference = await ordered(ada, herself)
    await release(reference, immediate)
    expect(await work(2)).not.toContain('mail-result-ready')
    const [mail, ...more] = await mails(ada.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Please call the lab now')
    for (const words of [
      `Please call the lab now: ${labPhone}. If you cannot reach it, go to a hospital with an emergency department.`,
      ...[yaba.name, reference, `${world.publicUrl}/orders/${reference}/results`],
    ])
      expect(mail?.text).toContain(words)
    expect(mail?.html).toContain('href="tel:+2347000000101"')
    for (const said of [mail?.text, mail?.html]) expect(said).not.toMatch(/sugar|glucose|1\.9|critical/i)
    expect(await texts(ada.phone)).toEqual([
      `Labalaba: Please call the lab now: ${labPhone}. If you cannot reach it, go to a hospital with an emergency department. Order ${reference}`,
    ])
  })

  test('is asked to call today about an urgent one', async () => {
    const reference = await ordered(ada, herself)
    await release(reference, urgent)
    await work()
    expect(await subjects(ada.email)).toEqual(['Please call the lab today'])
    const [text] = await texts(ada.email)
    expect(text).toContain(`Please call the lab today: ${labPhone}.`)
    expect(text).toContain(
      'If it is closed or does not answer, call or see a doctor today. If you feel worse, go to',
    )
    expect((await texts(ada.phone))[0]).toContain(`Please call the lab today: ${labPhone}.`)
  })

  test('gets the usual notice about a result that is not critical', async () => {
    await release(await ordered(ada, herself), usual)
    await work()
    expect(await subjects(ada.email)).toEqual(['Your result is ready'])
    expect(await texts(ada.phone)).toEqual([])
  })

  test('gets it by every channel, even one that is turned off', async () => {
    await bySmsAlone()
    await release(await ordered(ada, { ...herself, phone: '0803 000 0009' }), immediate)
    await work()
    expect(await subjects(ada.email)).toEqual(['Please call the lab now'])
    expect(await texts(ada.phone)).toHaveLength(1)
    // The order names another phone.
    expect(await texts(patientPhone)).toHaveLength(1)
  })

  test('gets it beyond the daily limit of messages', async () => {
    const reference = await ordered(ada, herself)
    await sql`insert into phone_message (notice_key, channel, phone, account_id, kind, subject, topic, order_id, state,
        provider_id, queued_at, good_until, ended_at)
      select 'full ' || n, 'sms', ${ada.phone}, account_id, 'ready', 'orders', 'results', id, 'sent', 'x', now(), now(), now()
      from lab_order, generate_series(1, 40) n where reference = ${reference}`
    await release(reference, immediate)
    await work()
    expect(await texts(ada.phone)).toHaveLength(1)
  })

  test('gets it for each critical version, and the usual notice for the rest of the order', async () => {
    const reference = await ordered(ada, { ...herself, test: [{ ...fbc }, { ...sugar }, { ...urine }] })
    await release(reference, immediate)
    await work()
    expect((await texts(ada.email))[0]).toContain('We write again when the rest is ready.')
    await releaseAll(world, reference, ({ test }) => test === urine.name)
    await work()
    await releaseAll(world, reference)
    await work()
    const before = ['Please call the lab now', 'Your result is ready', 'Your result is ready']
    expect(await subjects(ada.email)).toEqual(before)
    await release(reference, urgent)
    await work()
    expect(await subjects(ada.email)).toEqual([...before, 'Please call the lab today'])
    expect((await texts(ada.email)).at(-1)).toContain('replaces an earlier one')
    await release(reference, usual)
    await work()
    // The patient was asked to call about it, so they are notified although they have not opened it.
    expect((await subjects(ada.email)).slice(4)).toEqual(['A result of yours was corrected'])
  }, 60_000)

  test('who has read the earlier version gets a critical correction in the same mail', async () => {
    const reference = await ordered(ada, herself)
    await release(reference, usual)
    await (await world.as(ada))(readResults, { params: { reference } })
    await deleteMailsAndJobs()
    await release(reference, immediate)
    await work()
    expect(await subjects(ada.email)).toEqual(['Please call the lab now'])
    await deleteMailsAndJobs()
    await (await world.as(ada))(readResults, { params: { reference } })
    await release(reference, usual)
    await work()
    expect(await subjects(ada.email)).toEqual(['A result of yours was corrected'])
  }, 60_000)

  test('is not asked to call about a version that the lab has withdrawn meanwhile', async () => {
    const reference = await ordered(ada, herself)
    const id = await release(reference, immediate)
    const body = { number: 1, because: 'wrong_patient', note: 'Two tubes were swapped' } as const
    const withdrawn = await (await world.as(tola))(withdrawReport, { params: { id }, body })
    expect(withdrawn.httpStatus, withdrawn.message).toBe(200)
    await work()
    expect(await subjects(ada.email)).toEqual(['A result of yours was taken back'])
    expect(await texts(ada.phone)).toEqual([])
  })
})

describe('a message that waits when its version no longer holds', () => {
  /** Runs the jobs of notices, and leaves their messages in the queue. */
  async function workWithoutMessages(): Promise<string[]> {
    const waiting = await sql<{ id: string; name: string; payload: Record<string, unknown> }[]>`
      select job.id::text, task.identifier as name, payload from graphile_worker._private_jobs job
        join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier <> 'send-message' order by job.id`
    for (const { id, name, payload } of waiting) {
      await sql`delete from graphile_worker._private_jobs where id = ${id}`
      await jobs[name]?.(payload)
    }
    return waiting.map(({ name }) => name)
  }
  const states = async () =>
    await sql`select kind, state, reason from phone_message where kind like 'call%' order by queued_at`

  test('is not sent after a withdrawal, nor by mail in its place', async () => {
    const reference = await ordered(ada, herself)
    const id = await release(reference, immediate)
    await workWithoutMessages()
    expect(await states()).toEqual([{ kind: 'call_now', state: 'queued', reason: null }])
    const body = { number: 1, because: 'wrong_patient', note: 'Two tubes were swapped' } as const
    expect((await (await world.as(tola))(withdrawReport, { params: { id }, body })).httpStatus).toBe(200)
    await work()
    expect(await states()).toEqual([{ kind: 'call_now', state: 'dropped', reason: 'untrue' }])
    expect((await texts(ada.phone)).filter((text) => text.includes('call the lab now'))).toEqual([])
    expect(await subjects(ada.email)).toEqual(['Please call the lab now', 'A result of yours was taken back'])
  })

  test('stays true if a comment was added before it went out, and is not sent twice', async () => {
    const reference = await ordered(ada, herself)
    await release(reference, immediate)
    await workWithoutMessages()
    await release(reference, immediate, 'The specimen was haemolysed.')
    await work()
    expect(await states()).toEqual([{ kind: 'call_now', state: 'sent', reason: null }])
  })

  test('goes out late too, after a comment was added', async () => {
    const reference = await ordered(ada, herself)
    await release(reference, immediate)
    await release(reference, immediate, 'The specimen was haemolysed.')
    await work()
    expect(await subjects(ada.email)).toContain('Please call the lab now')
  })

  test('is replaced by that of a critical correction', async () => {
    const reference = await ordered(ada, herself)
    await release(reference, immediate)
    await workWithoutMessages()
    await release(reference, urgent)
    await work()
    expect(await states()).toEqual([
      { kind: 'call_now', state: 'dropped', reason: 'untrue' },
      { kind: 'call_today', state: 'sent', reason: null },
    ])
  })
})

test('one version is one message to each number, also if its notice runs again or two people share the number', async () => {
  const asChidi = await world.as(chidi)
  await asChidi(sendPhoneCode, { params: { channel: 'sms' }, body: { phone: chidi.phone } })
  const [code] = await sql<{ id: string }[]>`select id from phone_code where state = 'live'`
  const digits = phoneDigits(world.parts.secret, code?.id ?? '')
  await asChidi(provePhone, { params: { channel: 'sms' }, body: { code: digits } })
  const reference = await ordered(chidi, { ...forMama, phone: '0803 000 0009' })
  const id = await release(reference, immediate)
  for (const _ of ['once', 'again', 'once more']) {
    await jobs['mail-critical-result']?.({ reportId: id, number: 1, isWhole: true, partKey: null })
    await work(2)
  }
  expect([await texts(patientPhone), await texts(chidi.phone)]).toMatchObject([{ length: 1 }, { length: 1 }])
  // Two numbers become one: the account has proven the number that the order names.
  await sql`update proven_phone set phone = ${patientPhone}`
  await release(reference, urgent)
  await work(3)
  expect(await texts(patientPhone)).toHaveLength(2)
})

describe('a patient for whom another account booked', () => {
  test('reads at an unproven address the number of the lab, and no name', async () => {
    const reference = await ordered(chidi, { ...forMama })
    await release(reference, immediate)
    await work()
    const [mail, ...more] = await mails(unproven)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Please call the lab now')
    expect(mail?.text).toContain(`Please call the lab now: ${labPhone}.`)
    for (const said of [mail?.text, mail?.html]) expect(said).not.toMatch(/Yaba Lab|Yaba Main|Mama|Obi|sugar/)
    expect(await texts(patientPhone)).toHaveLength(1)
    const [own] = await texts(chidi.email)
    expect(own).toContain(`Please call the lab now: ${labPhone}.`)
    expect(own).toContain('It is about a result of Mama Obi, for whom you booked.')
  })

  test('without an email is reached by SMS; a booker who typed their own email gets none of it instead', async () => {
    for (const email of [chidi.email, chidi.email.toUpperCase(), 'chidi+mum@cast.example']) {
      const reference = await ordered(chidi, { ...forMama, name: 'Mama Obi', email })
      const [row] = await sql`select patient_email from lab_order where reference = ${reference}`
      expect(row, email).toEqual({ patient_email: null })
      await release(reference, usual)
      await work()
      expect(await texts(patientPhone)).toEqual([
        `Labalaba: your result is ready. Ask the lab for it: ${labPhone}. Order ${reference}`,
      ])
      // In words of their own, as they may read it.
      expect(await subjects(chidi.email)).toEqual(['Your result is ready'])
      expect((await texts(chidi.email))[0]).not.toContain('Sign up with this email')
      await sql`delete from phone_message`
      await deleteMailsAndJobs()
    }
  }, 60_000)

  test('without an email of their own is asked by SMS to call', async () => {
    const reference = await ordered(chidi, { ...forMama, email: chidi.email })
    await release(reference, urgent)
    await work(2)
    expect(await texts(patientPhone)).toEqual([
      `Labalaba: Please call the lab today: ${labPhone}. If it is closed, see a doctor. If things get worse, go to a hospital. Order ${reference}`,
    ])
    await release(reference, usual)
    await work(2)
    expect((await texts(patientPhone)).slice(1)).toEqual([
      `Labalaba: a result was corrected. Ask the lab for the new one: ${labPhone}. Order ${reference}`,
    ])
  })

  test('is not reached at the phone of the account that booked', async () => {
    const reference = await ordered(chidi, { ...forMama, email: chidi.email, phone: chidi.phone })
    await release(reference, urgent)
    await work()
    expect(await texts(chidi.phone)).toEqual([])
    expect(await subjects(chidi.email)).toEqual(['Please call the lab today'])
  })

  test('who is a child: the guardian gets it in place of the child', async () => {
    const child = {
      name: 'Zara Eze',
      dob: '2020-05-06',
      email: '',
      phone: chidi.phone,
      person: 'other',
    } as const
    const consent = { as: 'guardian', version: consentVersion } as const
    const reference = await ordered(chidi, { ...child, consent })
    await release(reference, immediate)
    await work()
    expect(await subjects(chidi.email)).toEqual(['Please call the lab now'])
    const [now] = await texts(chidi.email)
    expect(now).toContain('If you cannot reach it, take the patient to a hospital')
    expect(now).toContain('It is about a result of Zara Eze, for whom you booked.')
    expect(await texts(chidi.phone)).toHaveLength(1)
    await deleteMailsAndJobs()
    await release(reference, urgent)
    await work()
    const [today] = await texts(chidi.email)
    expect(today).toContain('If the patient feels worse, take them to a hospital')
    expect(today).not.toContain('you feel worse')
    expect((await texts(chidi.phone)).at(-1)).not.toMatch(/\byour\b/i)
  })
})

describe('a patient whose booker has deleted their account', () => {
  const guardian = { as: 'guardian', version: consentVersion } as const
  /** The account is gone, as after its deletion; open orders prevent a deletion by its owner. */
  const deleted = async (email: string, isDeleted: boolean) =>
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update account set state = ${isDeleted ? 'deleted' : 'active'} where email = ${email}`
    })

  test.each([
    ['a child', { dob: '2009-12-06', consent: guardian }],
    ['an adult', { dob: bornOn, consent: permission }],
  ] as const)('and who is %s with a proven account reads their own words', async (_, changes) => {
    const form = { name: ada.name, email: ada.email, phone: ada.phone, person: 'other', ...changes } as const
    const reference = await ordered(chidi, form)
    const asked = { params: { reference }, body: { answer: changes.dob } }
    expect((await (await world.as(ada))(provePatient, asked)).httpStatus).toBe(200)
    await release(reference, immediate)
    await deleted(chidi.email, true)
    await work()
    await deleted(chidi.email, false)
    expect(await subjects(chidi.email)).toEqual([])
    const [mail, ...more] = await texts(ada.email)
    expect(more).toEqual([])
    expect(mail).toContain('If you cannot reach it, go to a hospital')
    expect(mail).not.toMatch(/take the patient|for whom you booked/)
  })
})

describe('a doctor who booked', () => {
  const forAda = { name: ada.name, email: ada.email, dob: bornOn, phone: ada.phone }

  test('reads that a patient needs action, and what the doctor may read', async () => {
    const reference = await ordered(drBello, forAda)
    await release(reference, immediate)
    await work(2)
    const [mail, ...more] = await mails(drBello.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('A result of your patient needs action now')
    expect(mail?.text).toContain(`A result of your patient needs action now. Call the lab: ${labPhone}.`)
    expect(mail?.text).toContain(reference)
    expect(mail?.text).toContain('The patient has not let you read this result here.')
    expect(mail?.text).not.toContain(`${reference}/results`)
    for (const said of [mail?.text, mail?.html]) expect(said).not.toMatch(/Ada|Obi|Yaba Lab|sugar|1\.9/)
    await proveAda(world, reference)
    await agree(world, reference)
    await deleteMailsAndJobs()
    await release(reference, urgent)
    await work()
    const last = (await mails(drBello.email)).find(({ subject }) => subject.includes('needs action today'))
    expect(last?.text).toContain(`${reference}/results`)
    expect(last?.text).not.toContain('has not let you')
  })

  test('gets nothing while no operator has accepted their licence', async () => {
    const reference = await ordered(drBello, { ...forAda, email: unproven })
    await licence('suspended')
    await release(reference, immediate)
    await work()
    await licence('accepted')
    expect(await subjects(drBello.email)).toEqual([])
    expect(await subjects(unproven)).toEqual(['Please call the lab now'])
  })

  test('gets nothing after the patient has refused them', async () => {
    const reference = await ordered(drBello, forAda)
    await proveAda(world, reference)
    await agree(world, reference)
    const asAda = await world.as(ada)
    expect((await asAda(withdrawConsent, { params: { reference } })).httpStatus).toBe(200)
    await deleteMailsAndJobs()
    await release(reference, immediate)
    await work()
    expect((await subjects(drBello.email)).filter((one) => one.includes('action'))).toEqual([])
  })

  test('for a patient without an email is promised no access, and reads how the patient gets the result', async () => {
    for (const email of ['', drBello.email]) {
      const reference = await ordered(drBello, { name: 'Mama Obi', email })
      await release(reference, usual)
      await work(2)
      const [mail, ...more] = await mails(drBello.email)
      expect(more).toEqual([])
      expect(mail?.subject).toBe('A result of your patient is ready')
      expect(mail?.text).toContain(`ask the patient to get the result from the lab: ${labPhone}.`)
      expect(mail?.text).not.toMatch(/log in|\/results/i)
      expect(await texts(patientPhone)).toHaveLength(1)
      await sql`delete from phone_message`
      await deleteMailsAndJobs()
      await release(reference, immediate)
      await work(2)
      expect(await subjects(drBello.email)).toEqual(['A result of your patient needs action now'])
      const [acts] = await texts(drBello.email)
      expect(acts).toContain('Please make sure that the patient knows.')
      expect(acts).not.toMatch(/we have asked the patient|let you read it\./i)
      expect((await texts(patientPhone))[0]).toContain('Please call the lab now')
      await sql`delete from phone_message`
      await deleteMailsAndJobs()
    }
  }, 60_000)
})

/** Last, because a sensitive test stays so for its orders. */
describe('a sensitive result', () => {
  beforeAll(async () => {
    await sql`update test set sensitive = 'HIV' where name = ${sugar.name}`
  })

  test('has the same words for its patient', async () => {
    await release(await ordered(ada, herself), immediate)
    await work()
    expect(await subjects(ada.email)).toEqual(['Please call the lab now'])
  })

  test('that is critical is reported to its patient only, not to the booker of an adult', async () => {
    for (const value of [immediate, usual]) {
      const reference = await ordered(chidi, { ...forMama })
      await release(reference, value)
      await work()
      expect(await subjects(chidi.email)).toEqual(['A result is ready for the patient'])
      expect((await texts(chidi.email))[0]).not.toMatch(/log in|password|orders\//i)
    }
    expect(await subjects(unproven)).toEqual(['Your result is ready'])
  })

  test.each([
    ['the booker of an adult', chidi, forMama],
    ['a doctor whose patient has no email', drBello, { name: 'Mama Obi', email: '' }],
  ] as const)(
    'leaves %s with the notices and times of any release',
    async (_, booker, changes) => {
      const withdraw = async (id: string) => {
        const body = { number: 1, because: 'wrong_patient', note: 'Two tubes were swapped' } as const
        expect((await (await world.as(tola))(withdrawReport, { params: { id }, body })).httpStatus).toBe(200)
      }
      type Step = 'sugar' | 'urine' | 'fbc' | 'withdraw'
      /** What the booker reads after each step, and that they read something. */
      const read = async (value: string, steps: readonly Step[]) => {
        const reference = await ordered(booker, {
          ...changes,
          test: [{ ...fbc }, { ...sugar }, { ...urine }],
        })
        const after: string[][] = []
        let id = ''
        for (const step of steps) {
          if (step === 'sugar') id = await release(reference, value)
          else if (step === 'withdraw') await withdraw(id)
          else
            await releaseAll(world, reference, ({ test }) => test === (step === 'urine' ? urine : fbc).name)
          // The lab withdraws the result before the notice of its release has gone out.
          if (step !== 'sugar' || steps[steps.indexOf(step) + 1] !== 'withdraw') await work()
          after.push((await mails(booker.email)).map(({ subject, text }) => `${subject} ${text}`))
        }
        expect(after.at(-1)).not.toEqual([])
        return after.map((texts) => texts.map((text) => text.replaceAll(reference, 'the order')))
      }
      for (const steps of [
        ['sugar', 'urine', 'fbc'],
        ['urine', 'sugar', 'fbc', 'sugar'],
        ['urine', 'fbc', 'sugar'],
        ['sugar', 'withdraw', 'urine', 'fbc'],
      ] as const satisfies readonly (readonly Step[])[])
        expect(await read(immediate, steps), steps.join()).toEqual(await read(usual, steps))
    },
    120_000,
  )

  test('beside others: the booker is told that a part is not theirs to read', async () => {
    const reference = await ordered(chidi, { ...forMama, test: [{ ...urine }, { ...sugar }] })
    await releaseAll(world, reference)
    await work()
    expect((await texts(chidi.email)).at(-1)).toContain('Some results can be read only by Mama Obi.')
  })

  test('that is critical is reported to a doctor only with a consent that includes it', async () => {
    const dob = '1970-01-01'
    const reference = await ordered(drBello, { name: ada.name, email: unproven, dob })
    await release(reference, immediate)
    await work()
    expect(await subjects(drBello.email)).toEqual([])
    expect(await subjects(unproven)).toEqual(['Please call the lab now'])
  })
})
