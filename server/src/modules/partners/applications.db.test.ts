import { setTimeout as pause } from 'node:timers/promises'
import { applyAsPartner, type BodySent } from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { hours } from '../../../test/clock.ts'
import { buildWorld, until } from '../../../test/world.ts'
import { commands } from '../../cli.ts'
import { runCommandLine } from '../../commands/run.ts'

type Form = BodySent<typeof applyAsPartner>

const world = await buildWorld()
await world.work()
let forms = 0

beforeEach(() => world.clock.moveOn(25 * hours))

function form(changes: Partial<Form> = {}): Form {
  forms += 1
  return {
    kind: 'lab',
    name: 'Ngozi Ade',
    organisation: 'Ade Diagnostics',
    email: `ngozi-${forms}@ade.example`,
    phone: '0803 123 4567',
    state: 'Oyo',
    area: 'Bodija',
    message: 'Two branches.\nSamples at home.',
    registrationNumber: 'MLS-0042',
    consent: true,
    reference: `application-${forms}`,
    ...changes,
  }
}

async function send(body: Form) {
  const { httpStatus, code, data } = await world.nobody(applyAsPartner, { body })
  return { httpStatus, code, data }
}

async function applicationsOf(email: string) {
  return await world.sql<{ id: number; state: string; phone: string; registration_number: string | null }[]>`
    select id, state, phone, registration_number from partner_application where email = ${email}`
}

const ops = 'operations@cast.example'
async function mailsAbout(email: string) {
  const toOperator = (await world.mailTo(ops)).filter((mail) => mail.text.includes(email))
  return { toOperator, toApplicant: await world.mailTo(email) }
}

describe('an application', () => {
  test('is stored, mailed to the operator in full, and acknowledged without repeating its words', async () => {
    const sent = form()
    expect(await send(sent)).toEqual({ httpStatus: 200, code: undefined, data: {} })
    const [application] = await applicationsOf(sent.email)
    expect(application).toMatchObject({
      state: 'new',
      phone: '2348031234567',
      registration_number: 'MLS-0042',
    })
    await until('both mails have come', async () => {
      const { toOperator, toApplicant } = await mailsAbout(sent.email)
      return toOperator.length === 1 && toApplicant.length === 1
    })
    const { toOperator, toApplicant } = await mailsAbout(sent.email)
    for (const words of [
      'Ngozi Ade',
      'Ade Diagnostics',
      'MLS-0042',
      '0803 123 4567',
      'Bodija, Oyo',
      'Samples at home.',
    ])
      expect(toOperator[0]?.text).toContain(words)
    expect(toOperator[0]?.subject).toBe('A partner application: a lab in Oyo')
    expect(toApplicant[0]?.subject).toBe('We have your application')
    expect(toApplicant[0]?.text).toContain('Hello,')
    for (const words of ['Ngozi', 'Ade Diagnostics', 'MLS-0042', '0803', 'Bodija', 'branches'])
      expect(toApplicant[0]?.text).not.toContain(words)
  })

  test('leaves none of its text in the log', async () => {
    const sent = form({ name: 'Unlogged Person', organisation: 'Unlogged House' })
    await send(sent)
    await until('the receipt has come', async () => (await world.mailTo(sent.email)).length > 0)
    const log = world.logged.join('')
    for (const words of ['Unlogged', sent.email, '8031234567']) expect(log).not.toContain(words)
  })

  test('sent twenty times at once is one, with one event and two mails', async () => {
    const sent = form()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(sent)))
    expect(new Set(answers.map((answer) => answer.httpStatus))).toEqual(new Set([200]))
    const applications = await applicationsOf(sent.email)
    expect(applications).toHaveLength(1)
    const events = await world.sql`
      select verb, actor from partner_application_event where application_id = ${applications[0]?.id ?? 0}`
    expect(events).toEqual([{ verb: 'apply', actor: 'applicant' }])
    await until('the mails have come', async () => (await world.mailTo(sent.email)).length > 0)
    await until('the queue is empty', async () => {
      const [left] = await world.sql<
        { n: number }[]
      >`select count(*)::int as n from graphile_worker._private_jobs`
      return left?.n === 0
    })
    const { toOperator, toApplicant } = await mailsAbout(sent.email)
    expect([toOperator.length, toApplicant.length]).toEqual([1, 1])
  })

  test('sent again from another tab, or after a reload, is one for a day', async () => {
    const sent = form()
    const again = () => send({ ...sent, reference: `${sent.reference}-${Math.random()}` })
    const answers = await Promise.all([send(sent), again(), again()])
    expect(answers.map((answer) => answer.httpStatus)).toEqual([200, 200, 200])
    expect(await applicationsOf(sent.email)).toHaveLength(1)
    expect((await send(form({ email: sent.email, message: 'Three branches.' }))).httpStatus).toBe(200)
    expect(await applicationsOf(sent.email)).toHaveLength(2)
    world.clock.moveOn(24 * hours)
    await again()
    expect(await applicationsOf(sent.email)).toHaveLength(3)
  })

  test('with a reference that another has used is refused, even when both come at once', async () => {
    const sent = form()
    const other = { ...sent, email: 'somebody-else@ade.example' }
    const answers = await Promise.all([send(sent), send(other)])
    expect(answers.map((answer) => answer.httpStatus).toSorted()).toEqual([200, 409])
    expect(answers.find((answer) => answer.httpStatus === 409)?.code).toBe('reference_reused')
  })

  test('stores a registration number only for a lab', async () => {
    const sent = form({ kind: 'pharmacy' })
    await send(sent)
    expect((await applicationsOf(sent.email))[0]?.registration_number).toBeNull()
  })

  test.each([
    ['without consent', { consent: false as true }],
    ['with an invalid phone', { phone: '12' }],
    ['from an unknown state', { state: 'Accra' as 'Lagos' }],
    ['without a place', { area: ' ' }],
    ['with an unknown kind', { kind: 'hospital' as 'lab' }],
  ])('%s is refused and not stored', async (_, changes) => {
    const sent = form(changes)
    expect(await send(sent)).toMatchObject({ httpStatus: 400, code: 'invalid' })
    expect(await applicationsOf(sent.email)).toEqual([])
  })

  test('filled in by a program is thanked for, and dropped', async () => {
    const sent = form({ website: 'https://spam.example' })
    expect(await send(sent)).toEqual({ httpStatus: 200, code: undefined, data: {} })
    await pause(200)
    expect(await applicationsOf(sent.email)).toEqual([])
    expect(await world.mailTo(sent.email)).toEqual([])
  })
})

describe('too many', () => {
  test('from one email in a day are refused; a repeat is not, and the next day is a new one', async () => {
    const email = 'eager@ade.example'
    const sent = [1, 2, 3].map((one) => form({ email, message: `Branch ${one}` }))
    for (const one of sent) expect((await send(one)).httpStatus).toBe(200)
    expect(await send(form({ email: email.toUpperCase(), message: 'Branch 4' }))).toMatchObject({
      httpStatus: 429,
      code: 'too_many',
    })
    expect((await send(sent[0] ?? form())).httpStatus).toBe(200)
    expect(await applicationsOf(email)).toHaveLength(3)
    world.clock.moveOn(24 * hours)
    expect((await send(form({ email }))).httpStatus).toBe(200)
  })

  test('from one network address in an hour are refused, also fifty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(form())))
    // A busy machine may refuse some requests.
    const heard = answers.filter((answer) => answer.httpStatus === 200).length
    expect(heard > 0 && heard <= 20).toBe(true)
    expect(answers.filter((answer) => answer.code === 'too_many').length).toBeGreaterThan(0)
    world.clock.moveOn(1 * hours)
    expect((await send(form())).httpStatus).toBe(200)
  })

  test('the counters contain neither the email nor the network address', async () => {
    const tries = await world.sql<{ about: Buffer }[]>`select about from counted_try`
    expect(tries.length).toBeGreaterThan(0)
    for (const { about } of tries) expect(about.toString('latin1')).not.toMatch(/127\.0|ade\.example/)
  })
})

async function labalaba(...words: string[]) {
  const said: string[] = []
  const screen = {
    print: (line: string) => void said.push(line),
    complain: (line: string) => void said.push(line),
  }
  const env = { DATABASE_URL: world.url }
  return { code: await runCommandLine(commands, words, env, screen), said: said.join('\n') }
}

describe('the command line', () => {
  test('lists applications, changes the state of one with a reason, and refuses transitions outside the table', async () => {
    const sent = form()
    await send(sent)
    const id = String((await applicationsOf(sent.email))[0]?.id)
    const listed = await labalaba('applications', '--state', 'new')
    expect(listed.code).toBe(0)
    for (const words of [`${id}  new  lab, MLSCN MLS-0042`, 'Ade Diagnostics', sent.email, '0803 123 4567'])
      expect(listed.said).toContain(words)

    expect(await labalaba('applications', 'contact', id, '--reason', 'Called on Monday')).toEqual({
      code: 0,
      said: `Application ${id} is contacted.`,
    })
    expect((await labalaba('applications', 'accept', id, '--reason', 'Registered until 2027')).code).toBe(0)
    const again = await labalaba('applications', 'decline', id, '--reason', 'Changed our mind')
    expect(again).toMatchObject({
      code: 1,
      said: expect.stringContaining('not in a state in which you can decline it'),
    })
    expect((await applicationsOf(sent.email))[0]?.state).toBe('accepted')
    const events = await world.sql`
      select verb, actor, reason from partner_application_event where application_id = ${Number(id)} order by id`
    expect(events.slice(1)).toEqual([
      { verb: 'contact', actor: 'operator', reason: 'Called on Monday' },
      { verb: 'accept', actor: 'operator', reason: 'Registered until 2027' },
    ])
    expect((await labalaba('applications', '--state', 'new')).said).not.toContain(sent.email)
  })

  test('explains invalid arguments', async () => {
    expect(await labalaba('applications', '--help')).toMatchObject({
      code: 0,
      said: expect.stringContaining('--reason'),
    })
    for (const words of [
      ['praise', '1', '--reason', 'x'],
      ['accept', 'one', '--reason', 'x'],
      ['accept', '1'],
      ['--state', 'old'],
    ])
      expect((await labalaba('applications', ...words)).code).toBe(2)
    expect(await labalaba('applications', 'accept', '999999', '--reason', 'x')).toEqual({
      code: 1,
      said: 'There is no application 999999.',
    })
  })
})
