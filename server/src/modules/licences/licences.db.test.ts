import { randomUUID } from 'node:crypto'
import {
  type BodySent,
  decideLicence,
  deleteAccount,
  type LicenceAct,
  listLicences,
  readLicence,
  readLicencePdf,
  readLicencePicture,
  sendLicence,
} from '@labalaba/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { ada, castPassword, chidi, drBello, femi, ops, sola } from '../../../test/cast.ts'
import { pdfOf } from '../../../test/pdf.ts'
import { buildWorld, type Caller, until } from '../../../test/world.ts'
import { createVerifiedAccount } from '../accounts/index.ts'
import type { ReadDocument } from './document.ts'
import { expireLicencesAndRemind } from './jobs.ts'
import { sendLicence as takeIn } from './licences.ts'

const world = await buildWorld()
const { sql, clock, nobody } = world
await world.work()
const year = clock.now().getUTCFullYear()
let photo: Buffer
beforeAll(async () => {
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'white' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
})

let made = 0
/** A doctor who has just registered. */
async function newDoctor(name = 'Bisi Lawal') {
  made += 1
  const email = `doctor-${made}@licence.example`
  const phone = `234803100${String(made).padStart(4, '0')}`
  const person = { email, name, type: 'doctor', phone } as const
  const id = await createVerifiedAccount(world.db, world.parts, {
    ...person,
    password: castPassword,
    address: 'Yaba, Lagos',
  })
  return { ...person, id, call: await world.as(person) }
}

type Sent = BodySent<typeof sendLicence>
const licenceForm = (changes: Partial<Sent> = {}): Sent => {
  made += 1
  const document = photo.toString('base64')
  return { id: randomUUID(), folioNumber: `mdcn/r/${made}`, year, document, ...changes }
}
const send = (caller: Caller, changes: Partial<Sent> = {}) =>
  caller(sendLicence, { body: licenceForm(changes) })

/** What an operator does with the newest licence of a doctor. */
async function decide(doctor: { readonly id: number }, act: LicenceAct, note = 'Please write the year.') {
  const [row] = await sql<{ id: string }[]>`select id from doctor_licence where account_id = ${doctor.id}
    order by submitted_at desc, id limit 1`
  const body = { act, note: act === 'accept' || act === 'restore' ? '' : note }
  return await (await world.as(ops))(decideLicence, { params: { id: row?.id ?? '' }, body })
}

const standing = async (caller: Caller) => (await caller(readLicence)).data
const states = (doctor: { readonly id: number }) =>
  sql<
    { state: string }[]
  >`select state from doctor_licence where account_id = ${doctor.id} order by submitted_at, id`

test('documents and decisions ask the operator for a recent password', async () => {
  const doctor = await newDoctor()
  await send(doctor.call)
  const asOps = await world.as(ops)
  await sql`update session set confirmed_at = confirmed_at - interval '16 minutes'`
  const [row] = await sql<{ id: string }[]>`select id from doctor_licence where account_id = ${doctor.id}`
  const params = { id: row?.id ?? '' }
  for (const refused of [
    await asOps(readLicencePicture, { params }),
    await asOps(readLicencePdf, { params }),
    await asOps(decideLicence, { params, body: { act: 'accept', note: '' } }),
  ])
    expect(refused).toMatchObject({ httpStatus: 403, code: 'sign_in_again' })
  expect(await states(doctor)).toEqual([{ state: 'submitted' }])
})

describe('a licence', () => {
  test('is sent, questioned, sent again and accepted, and the doctor gets a mail each time', async () => {
    const doctor = await newDoctor()
    expect(await standing(doctor.call)).toMatchObject({ isVerified: false, standing: 'none', licence: null })
    const sent = await send(doctor.call, { folioNumber: ' mdcn/r/  77 ' })
    expect(sent.data).toMatchObject({ standing: 'submitted', licence: { folioNumber: 'MDCN/R/ 77', year } })
    expect((await decide(doctor, 'ask')).data).toMatchObject({
      state: 'asked',
      doctor: { name: 'Bisi Lawal' },
    })
    expect(await standing(doctor.call)).toMatchObject({
      standing: 'asked',
      isVerified: false,
      licence: { note: 'Please write the year.' },
    })
    clock.moveOn(1000)
    await send(doctor.call)
    expect((await decide(doctor, 'accept')).data).toMatchObject({ state: 'accepted' })
    expect(await standing(doctor.call)).toMatchObject({
      standing: 'accepted',
      isVerified: true,
      licence: { countsUntil: `${year + 1}-01-31`, note: null },
    })
    expect((await states(doctor)).map(({ state }) => state)).toEqual(['replaced', 'accepted'])
    await until('both decisions are mailed', async () => (await world.mailTo(doctor.email)).length === 2)
    const mails = (await world.mailTo(doctor.email)).map(({ subject }) => subject)
    expect(mails).toEqual([
      'We have a question about your practising licence',
      'Your practising licence is checked',
    ])
    const [operator] = await world.mailTo(world.parts.operatorMail)
    expect(operator?.subject).toBe("Please check a doctor's licence")
    expect(JSON.stringify(operator)).not.toContain('Bisi')
  })

  test('is one however often it is sent, and its id is valid for no other', async () => {
    const doctor = await newDoctor()
    const body = licenceForm()
    const answers = await Promise.all(Array.from({ length: 4 }, () => doctor.call(sendLicence, { body })))
    const said = new Set(answers.map(({ httpStatus, code }) => code ?? httpStatus))
    expect([...said].filter((one) => one !== 200 && one !== 'busy')).toEqual([])
    expect((await doctor.call(sendLicence, { body })).httpStatus).toBe(200)
    expect(await states(doctor)).toHaveLength(1)
    const other = await doctor.call(sendLicence, { body: { ...body, year: year + 1 } })
    expect(other).toMatchObject({ httpStatus: 409, code: 'reference_reused' })
    const stranger = await newDoctor()
    expect(await stranger.call(sendLicence, { body })).toMatchObject({ code: 'reference_reused' })
  }, 60_000)

  test.each([
    ['of the year before last', { year: year - 2 }, 'invalid'],
    ['of a year far ahead', { year: year + 2 }, 'invalid'],
    ['with an invalid folio number', { folioNumber: '<b>1</b>' }, 'invalid'],
    [
      'that is an HTML page',
      { document: Buffer.from('<html></html>').toString('base64') },
      'document_refused',
    ],
    [
      'that is a broken PDF',
      { document: Buffer.from('%PDF-1.7 nothing').toString('base64') },
      'document_refused',
    ],
    ['with a name instead of an id', { id: 'mine' }, 'invalid'],
  ])('%s is refused', async (_, changes, code) => {
    const doctor = await newDoctor()
    expect(await send(doctor.call, changes)).toMatchObject({ code })
    expect(await states(doctor)).toEqual([])
  })

  test('can be sent five times a day', async () => {
    const doctor = await newDoctor()
    for (const _ of [1, 2, 3, 4, 5]) expect((await send(doctor.call)).httpStatus).toBe(200)
    expect(await send(doctor.call)).toMatchObject({ httpStatus: 429, code: 'too_many' })
    expect((await states(doctor)).filter(({ state }) => state === 'submitted')).toHaveLength(1)
  })

  test('counts before it is read: five refused documents use up the daily limit too', async () => {
    const doctor = await newDoctor()
    const broken = () => Buffer.from(`<html>${Math.random()}</html>`).toString('base64')
    for (const _ of [1, 2, 3, 4, 5])
      expect(await send(doctor.call, { document: broken() })).toMatchObject({ code: 'document_refused' })
    expect(await send(doctor.call, { document: broken() })).toMatchObject({
      httpStatus: 429,
      code: 'too_many',
      message: 'You can send 5 documents a day. Please send the next one tomorrow.',
    })
    expect(await send(doctor.call)).toMatchObject({ code: 'too_many' })
    clock.moveOn(24 * 60 * 60 * 1000)
    expect((await send(await world.as(doctor))).httpStatus).toBe(200)
  }, 120_000)

  test('is one of five processed in a day, however many are sent at once to several processes', async () => {
    const { id } = await newDoctor()
    let read = 0
    const readDocument: ReadDocument = async (_, sender) => {
      await sender.admitted()
      read += 1
      return { refused: 'It is no licence.' }
    }
    const { secret, files } = world.parts
    const deps = { db: world.db, secret, files, readDocument }
    const doctor = { accountId: id, type: 'doctor' as const, isVerifiedDoctor: false }
    const actor = { ...doctor, staffId: null, tokenHash: Buffer.alloc(32), isRecent: true, position: null }
    const form = () => sendLicence.body.parse(licenceForm())
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => takeIn(deps, actor, form(), clock.now())),
    )
    const codes = answers.map((answer) => answer.status === 'rejected' && String(answer.reason.code))
    expect(read).toBe(5)
    expect(codes.filter((code) => code === 'too_many')).toHaveLength(15)
  }, 60_000)

  test('is not kept of an account that is deleted while its document is stored', async () => {
    const { id } = await newDoctor()
    const { secret, files } = world.parts
    const document = await files.store(Buffer.from('%PDF-1.7'), 'application/pdf', clock.now())
    const deps = {
      ...{ db: world.db, secret },
      files: {
        ...files,
        store: async () => {
          await world.sql`update account set state = 'deleted' where id = ${id}`
          return document
        },
      },
      readDocument: async () => ({ bytes: Buffer.from('%PDF-1.7'), type: 'application/pdf' as const }),
    }
    const doctor = { accountId: id, type: 'doctor' as const, isVerifiedDoctor: false }
    const actor = { ...doctor, staffId: null, tokenHash: Buffer.alloc(32), isRecent: true, position: null }
    const sending = takeIn(deps, actor, sendLicence.body.parse(licenceForm()), clock.now())
    await expect(sending).rejects.toMatchObject({ code: 'invalid_token' })
    expect(await world.sql`select 1 from doctor_licence where account_id = ${id}`).toEqual([])
  })

  test('verifies one account by its folio number', async () => {
    const [first, second] = [await newDoctor(), await newDoctor()]
    await send(first.call, { folioNumber: 'MDCN/R/500' })
    await send(second.call, { folioNumber: 'mdcn-r- 0500' })
    const answers = await Promise.all([decide(first, 'accept'), decide(second, 'accept')])
    expect(answers.map(({ code }) => code ?? 'accepted').toSorted()).toEqual(['accepted', 'folio_taken'])
    const waiting = (await (await world.as(ops))(listLicences, { query: { limit: '50' } })).data
    expect(
      waiting.find(({ folioNumber }) => ['MDCN/R/500', 'MDCN-R- 0500'].includes(folioNumber)),
    ).toMatchObject({
      folioTaken: true,
    })
  })

  test('is decided once, also by two operators at once', async () => {
    const doctor = await newDoctor()
    await send(doctor.call)
    const answers = await Promise.all([decide(doctor, 'accept'), decide(doctor, 'refuse')])
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.find(({ httpStatus }) => httpStatus !== 200)).toMatchObject({ code: 'wrong_state' })
  })

  test('is refused, questioned and suspended with a reason only', async () => {
    const doctor = await newDoctor()
    await send(doctor.call)
    for (const act of ['ask', 'refuse'] as const)
      expect(await decide(doctor, act, ' ')).toMatchObject({ httpStatus: 400, code: 'invalid' })
    await decide(doctor, 'accept')
    expect(await decide(doctor, 'suspend', '')).toMatchObject({ code: 'invalid' })
    expect((await decide(doctor, 'suspend', 'Two patients complained.')).data.state).toBe('suspended')
    expect(await standing(doctor.call)).toMatchObject({
      isVerified: false,
      standing: 'suspended',
      licence: { note: 'Two patients complained.' },
    })
    expect(await send(doctor.call)).toMatchObject({ httpStatus: 409, code: 'licence_suspended' })
    expect((await decide(doctor, 'restore')).data.state).toBe('accepted')
    expect((await standing(doctor.call)).isVerified).toBe(true)
  })

  test('in force stays until the next one is accepted', async () => {
    const doctor = await newDoctor()
    await send(doctor.call)
    await decide(doctor, 'accept')
    clock.moveOn(1000)
    await send(doctor.call, { year: year + 1 })
    expect(await standing(doctor.call)).toMatchObject({
      isVerified: true,
      standing: 'accepted',
      licence: { year },
      waiting: { year: year + 1, standing: 'submitted' },
    })
    await decide(doctor, 'accept')
    expect(await standing(doctor.call)).toMatchObject({ licence: { year: year + 1 }, waiting: null })
    expect((await states(doctor)).map(({ state }) => state)).toEqual(['replaced', 'accepted'])
  })

  test('is deleted with its account', async () => {
    const doctor = await newDoctor()
    await send(doctor.call)
    await decide(doctor, 'accept')
    expect((await doctor.call(deleteAccount, { body: { password: castPassword } })).httpStatus).toBe(200)
    const [left] = await sql`select state, file_id, name, folio_number from doctor_licence
      where account_id = ${doctor.id}`
    expect(left).toEqual({ state: 'withdrawn', file_id: null, name: '', folio_number: 'DELETED' })
  })
})

describe('the document of a licence', () => {
  const look = async (person: Parameters<typeof world.tokenOf>[0] | null, path: string, id: string) => {
    const headers = person ? { authorization: `Bearer ${await world.tokenOf(person)}` } : {}
    return await fetch(`${world.publicUrl}${path.replace(':id', id)}`, { headers })
  }

  test('contains only what is visible, and is opened by operators only, each view recorded', async () => {
    const doctor = await newDoctor()
    const form = licenceForm()
    await doctor.call(sendLicence, { body: form })
    for (const person of [null, ada, chidi, drBello, sola, femi, doctor])
      for (const { path } of [readLicencePicture, readLicencePdf])
        expect((await look(person, path, form.id)).status).toBe(person === null ? 401 : 404)
    const opened = await look(ops, readLicencePicture.path, form.id)
    expect(opened.status).toBe(200)
    expect(opened.headers.get('content-security-policy')).toContain('sandbox')
    expect(opened.headers.get('cache-control')).toContain('no-store')
    const picture = Buffer.from(await opened.arrayBuffer())
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    expect((await sharp(picture).metadata()).exif).toBeUndefined()
    expect((await look(ops, readLicencePdf.path, form.id)).status).toBe(404)
    const events =
      await sql`select verb, actor from doctor_licence_event where licence_id = ${form.id} order by id`
    expect(events).toEqual([
      { verb: 'submit', actor: 'doctor' },
      { verb: 'open_document', actor: 'operator' },
    ])
  })

  test('can be a PDF', async () => {
    const doctor = await newDoctor()
    const form = licenceForm({ document: pdfOf({ words: 'Annual practising licence' }).toString('base64') })
    expect((await doctor.call(sendLicence, { body: form })).httpStatus).toBe(200)
    const opened = await look(ops, readLicencePdf.path, form.id)
    expect(
      Buffer.from(await opened.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test('is deleted a month after a licence was refused', async () => {
    const doctor = await newDoctor()
    await send(doctor.call)
    await decide(doctor, 'refuse')
    await expireLicencesAndRemind(world)
    const kept = () =>
      sql`select 1 from doctor_licence where account_id = ${doctor.id} and file_id is not null`
    expect(await kept()).toHaveLength(1)
    clock.moveOn(31 * 24 * 60 * 60 * 1000)
    await expireLicencesAndRemind(world)
    expect(await kept()).toHaveLength(0)
  })
})

test('licences exist only for doctors and operators', async () => {
  for (const person of [ada, sola, femi]) {
    const caller = await world.as(person)
    expect(await caller(readLicence)).toMatchObject({ httpStatus: 404 })
    expect(await send(caller)).toMatchObject({ httpStatus: 404 })
    expect(await caller(listLicences, { query: {} })).toMatchObject({ httpStatus: 404 })
  }
  const doctor = await newDoctor()
  await send(doctor.call)
  const params = { id: randomUUID() }
  expect(await doctor.call(decideLicence, { params, body: { act: 'accept' } })).toMatchObject({
    httpStatus: 404,
  })
  expect(await nobody(readLicence)).toMatchObject({ httpStatus: 401 })
})

test('a licence ends after January of the next year; its doctor is reminded twice before, and mailed at the end', async () => {
  const doctor = await newDoctor('Kunle Ade')
  await send(doctor.call)
  await decide(doctor, 'accept')
  const at = async (day: string) => {
    clock.moveOn(Date.parse(`${day}T09:00:00+01:00`) - clock.now().getTime())
    await Promise.all([expireLicencesAndRemind(world), expireLicencesAndRemind(world)])
    await expireLicencesAndRemind(world)
  }
  const subjects = async () => (await world.mailTo(doctor.email)).map(({ subject }) => subject)
  const mails = ['Your practising licence is checked']
  await until('the mail of the acceptance', async () => (await subjects()).length >= mails.length)
  for (const [day, mail] of [
    [`${year}-12-02`, 'Please renew your practising licence'],
    [`${year + 1}-01-11`, 'Please renew your practising licence'],
    [`${year + 1}-01-31`, null],
    [`${year + 1}-02-01`, `Your ${year} practising licence has expired`],
  ] as const) {
    await at(day)
    if (mail) mails.push(mail)
    await until(`all mails of ${day}`, async () => (await subjects()).length >= mails.length)
    expect(await subjects()).toEqual(mails)
  }
  expect(await standing(await world.as(doctor))).toMatchObject({ isVerified: false, standing: 'expired' })
  const [old] = await sql<{ id: string }[]>`select id from doctor_licence where account_id = ${doctor.id}`
  const again = { params: { id: old?.id ?? '' }, body: { act: 'accept' as const } }
  expect(await (await world.as(ops))(decideLicence, again)).toMatchObject({ code: 'wrong_state' })
})

test('a licence still waiting in the year after next cannot be accepted', async () => {
  const doctor = await newDoctor()
  const [row] = await sql<
    { year: number }[]
  >`select extract(year from ${clock.now()}::timestamptz)::int as year`
  await send(doctor.call, { year: row?.year ?? 0 })
  clock.moveOn(400 * 24 * 60 * 60 * 1000)
  expect(await decide(doctor, 'accept')).toMatchObject({ httpStatus: 409, code: 'licence_outdated' })
})
