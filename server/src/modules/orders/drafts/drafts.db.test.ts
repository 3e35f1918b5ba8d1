import {
  addBooking,
  type BodySent,
  forgetBookingDraft,
  readBookingDraft,
  saveBookingDraft,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, chidi, fbc, ikeja, sugar, yaba } from '../../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller } from '../../../../test/world.ts'
import { deleteOldBookingDrafts } from './repository.ts'

const hour = 60 * 60 * 1000

const world = await buildWorld()
let asAda: Caller

beforeEach(async () => {
  await world.sql`delete from booking_draft`
  asAda = await world.as(ada)
})

type Draft = BodySent<typeof saveBookingDraft>

function draft(answers: Draft['answers'], changes: Partial<Draft> = {}): Draft {
  return {
    answers,
    lab: { name: yaba.name, reference: yaba.slug, address: yaba.main },
    tests: [{ ...fbc }],
    basedOn: null,
    ...changes,
  }
}

const save = (caller: Caller, body: Draft) => caller(saveBookingDraft, { body })
const read = async (caller: Caller) => (await caller(readBookingDraft)).data.draft

test('a half-filled booking is there again in another session of the same account', async () => {
  expect(await read(asAda)).toBeNull()
  const body = draft({ name: 'Mama O', birth: { day: '12', month: 'Apr', year: '' }, payment: 'link' })
  const saved = await save(asAda, body)
  expect(saved.httpStatus).toBe(200)
  const { basedOn: _, ...content } = body
  expect(await read(await world.as(ada))).toEqual({ ...saved.data, ...content })
})

test('other accounts can neither read, change nor delete it', async () => {
  const { data } = await save(asAda, draft({ name: 'Mama Obi' }))
  const asChidi = await world.as(chidi)
  expect(await read(asChidi)).toBeNull()
  const stolen = await save(asChidi, draft({ name: 'Chidi' }, { basedOn: data.version }))
  expect([stolen.httpStatus, stolen.code, stolen.data]).toEqual([409, 'draft_changed', null])
  await asChidi(forgetBookingDraft)
  expect((await read(asAda))?.answers).toEqual({ name: 'Mama Obi' })
})

test('a tab without the newest version is refused and gets that version', async () => {
  const { data: first } = await save(asAda, draft({ name: 'Mama' }))
  const { data: second } = await save(asAda, draft({ name: 'Mama Obi' }, { basedOn: first.version }))
  for (const basedOn of [null, first.version]) {
    const late = await save(asAda, draft({ name: 'Papa' }, { basedOn }))
    expect([late.httpStatus, late.code]).toEqual([409, 'draft_changed'])
    expect(late.data).toEqual(second)
  }
  expect((await read(asAda))?.answers).toEqual({ name: 'Mama Obi' })
})

test('of twenty tabs that save at once one succeeds, and the others are refused', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, tab) => save(asAda, draft({ name: `Tab ${tab}` }))),
  )
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'draft_changed')).toHaveLength(19)
})

test('it is stored for 24 hours after the last change, and then deleted', async () => {
  const { data } = await save(asAda, draft({ name: 'Mama Obi' }))
  world.clock.moveOn(23 * hour)
  const later = await world.as(ada)
  const again = await save(later, draft({ name: 'Mama Obi' }, { basedOn: data.version }))
  world.clock.moveOn(23 * hour)
  expect(await deleteOldBookingDrafts(world.db, world.clock)).toBe(0)
  expect((await read(await world.as(ada)))?.version).toBe(again.data.version)
  world.clock.moveOn(hour + 1000)
  expect(await read(await world.as(ada))).toBeNull()
  const stale = await save(await world.as(ada), draft({ name: 'Old' }, { basedOn: again.data.version }))
  expect([stale.code, stale.data]).toEqual(['draft_changed', null])
  expect(await deleteOldBookingDrafts(world.db, world.clock)).toBe(1)
})

test('an expired draft makes room for a new one before it is deleted', async () => {
  await save(asAda, draft({ name: 'Old' }))
  world.clock.moveOn(25 * hour)
  const later = await world.as(ada)
  expect((await save(later, draft({ name: 'New' }))).httpStatus).toBe(200)
  expect((await read(later))?.answers).toEqual({ name: 'New' })
})

test('placing the booking deletes the draft; repeating it does not delete the next one', async () => {
  await save(asAda, draft({ name: 'Mama Obi' }))
  const form = bookingForm()
  await asAda(addBooking, { body: form })
  expect(await read(asAda)).toBeNull()
  await save(asAda, draft({ name: 'Someone else' }))
  expect((await asAda(addBooking, { body: form })).httpStatus).toBe(200)
  expect((await read(asAda))?.answers).toEqual({ name: 'Someone else' })
})

test('a refused booking, or one at another lab, leaves the draft alone', async () => {
  await save(asAda, draft({ name: 'Mama Obi' }))
  expect((await asAda(addBooking, { body: bookingForm({ test: [{ ...fbc, amount: 1 }] }) })).code).toBe(
    'price_changed',
  )
  const elsewhere = { name: ikeja.name, labReference: ikeja.slug, location: ikeja.main }
  await asAda(addBooking, { body: bookingForm({ lab: elsewhere, test: [{ ...fbc }] }) })
  expect((await read(asAda))?.answers).toEqual({ name: 'Mama Obi' })
})

test('a save in transit when the booking was placed does not restore the draft', async () => {
  const { data } = await save(asAda, draft({ name: 'Mama Obi' }))
  await asAda(addBooking, { body: bookingForm() })
  const late = await save(asAda, draft({ name: 'Mama Obi!' }, { basedOn: data.version }))
  expect([late.code, late.data]).toEqual(['draft_changed', null])
  expect(await read(asAda)).toBeNull()
})

test('deleting it twice is harmless', async () => {
  await save(asAda, draft({ name: 'Mama Obi' }))
  for (const _ of [1, 2]) expect((await asAda(forgetBookingDraft)).httpStatus).toBe(200)
  expect(await read(asAda)).toBeNull()
})

test.each<[string, object]>([
  ['an answer that is too long', { answers: { name: 'x'.repeat(121) } }],
  ['an unknown answer', { answers: { result: 'positive' } }],
  ['a control character', { answers: { name: 'a\u0000b' } }],
  ['too many tests', { tests: Array.from({ length: 61 }, () => ({ ...sugar })) }],
  ['an invalid version', { basedOn: 'the last one' }],
])('%s is refused', async (_, changes) => {
  const { httpStatus, code } = await save(asAda, { ...draft({}), ...changes } as Draft)
  expect([httpStatus, code]).toEqual([400, 'invalid'])
})

test('the log contains nothing of it', async () => {
  await save(asAda, draft({ name: 'Nkechi Unloggable', email: 'unloggable@cast.example' }))
  await read(asAda)
  expect(world.logged.join()).not.toMatch(/unloggable/i)
})
