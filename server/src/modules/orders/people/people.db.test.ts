import {
  addBooking,
  addPerson,
  type BodySent,
  changePerson,
  consentVersion,
  deleteAccount,
  lagosDate,
  listOrders,
  listPeople,
  readOrder,
  removePerson,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, castPassword, chidi, drBello } from '../../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller } from '../../../../test/world.ts'

const world = await buildWorld()
const { sql } = world
let asAda: Caller

type Told = BodySent<typeof addPerson>
const guardian = { as: 'guardian', version: consentVersion } as const
const permission = { as: 'permission', version: consentVersion } as const

/** This many years before today in Lagos, and a few days. */
function bornBefore(years: number, days = 0): string {
  const today = lagosDate(new Date(world.clock.now().getTime() + days * 24 * 60 * 60 * 1000))
  return `${Number(today.slice(0, 4)) - years}${today.slice(4).replace('-02-29', '-02-28')}`
}

const zara = (changes: Partial<Told> = {}): Told => ({
  name: 'Zara Obi',
  gender: 'Female',
  dob: bornBefore(7),
  relationship: 'child',
  consent: guardian,
  ...changes,
})
const mama = (changes: Partial<Told> = {}): Told => ({
  name: 'Mama Obi',
  gender: 'Female',
  dob: '1961-04-12',
  relationship: 'parent',
  email: 'mama@cast.example',
  phone: '0803 000 0009',
  consent: permission,
  ...changes,
})
const add = async (caller: Caller, body: Told) => (await caller(addPerson, { body })).data
const orderRow = async (reference: string) => {
  const [row] = await sql`select for_self, person_id, consent, consent_version, patient_name,
    patient_born_on::text as born_on from lab_order where reference = ${reference}`
  return row
}

beforeEach(async () => {
  await sql`update person set name = null, gender = null, born_on = null, relationship = null, email = null, phone = null,
    removed_at = now() where removed_at is null`
  asAda = await world.as(ada)
})

describe('the people for whom a patient books', () => {
  test('are stored, changed and removed, and belong to one account only', async () => {
    const child = await add(asAda, zara())
    expect(child).toMatchObject({ name: 'Zara Obi', isChild: true, email: '', phone: '' })
    await add(asAda, mama())
    const people = (await asAda(listPeople)).data
    expect(people.map(({ name, phone }) => [name, phone])).toEqual([
      ['Mama Obi', '2348030000009'],
      ['Zara Obi', ''],
    ])
    const params = { id: child.id }
    const asChidi = await world.as(chidi)
    expect((await asChidi(listPeople)).data).toEqual([])
    const change = { ...zara({ name: 'Zara A. Obi' }), basedOn: child.version }
    expect(await asChidi(changePerson, { params, body: change })).toMatchObject({ httpStatus: 404 })
    expect(await asChidi(removePerson, { params })).toMatchObject({ httpStatus: 404 })
    expect((await asAda(changePerson, { params, body: change })).data).toMatchObject({ name: 'Zara A. Obi' })
    for (const _ of [1, 2]) expect(await asAda(removePerson, { params })).toMatchObject({ httpStatus: 200 })
    expect((await asAda(listPeople)).data.map(({ name }) => name)).toEqual(['Mama Obi'])
    expect(await asAda(changePerson, { params, body: change })).toMatchObject({ httpStatus: 404 })
  })

  test('are for patients only', async () => {
    const asDoctor = await world.as(drBello)
    expect(await asDoctor(listPeople)).toMatchObject({ httpStatus: 404 })
    expect(await asDoctor(addPerson, { body: mama() })).toMatchObject({ httpStatus: 404 })
  })

  test('need a consent by their age, which is recorded with its text and time', async () => {
    const without = { consent: undefined }
    expect(await asAda(addPerson, { body: zara(without) })).toMatchObject({
      httpStatus: 409,
      code: 'guardian_consent_needed',
    })
    expect(await asAda(addPerson, { body: zara({ consent: permission }) })).toMatchObject({
      code: 'guardian_consent_needed',
    })
    expect(await asAda(addPerson, { body: mama(without) })).toMatchObject({ code: 'permission_needed' })
    const { id } = await add(asAda, zara())
    const [row] = await sql`select consent, consent_version, consented_at from person where id = ${id}`
    expect(row).toMatchObject({ consent: 'guardian', consent_version: consentVersion })
    expect(Math.abs(Number(row?.consented_at) - world.clock.now().getTime())).toBeLessThan(60_000)
  })

  test('need it again when another date of birth requires another', async () => {
    const { id, version } = await add(asAda, zara({ dob: bornBefore(17, 5) }))
    const grown = { ...zara({ dob: bornBefore(18) }), basedOn: version }
    expect(await asAda(changePerson, { params: { id }, body: grown })).toMatchObject({
      code: 'permission_needed',
    })
    const agreed = { ...grown, consent: permission }
    expect((await asAda(changePerson, { params: { id }, body: agreed })).data.isChild).toBe(false)
  })

  test('have a date of birth in the past, and a valid phone', async () => {
    for (const changes of [{ dob: '2019-02-30' }, { dob: bornBefore(-1) }, { phone: '12' }])
      expect(await asAda(addPerson, { body: zara(changes) }), JSON.stringify(changes)).toMatchObject({
        httpStatus: 400,
        code: 'invalid',
      })
  })

  test('are twenty at most, also when forty come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => asAda(addPerson, { body: zara({ name: `Child ${at}` }) })),
    )
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(20)
    expect(answers.filter(({ code }) => code === 'many_people')).toHaveLength(20)
    expect((await asAda(listPeople)).data).toHaveLength(20)
  })

  test('changed in two tabs are saved by one, and the other gets the current version', async () => {
    const { id, version } = await add(asAda, zara())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, tab) =>
        asAda(changePerson, {
          params: { id },
          body: { ...zara({ name: `Tab ${tab}` }), basedOn: version },
        }),
      ),
    )
    const [won, ...more] = answers.filter(({ httpStatus }) => httpStatus === 200)
    expect(more).toHaveLength(0)
    const lost = answers.filter(({ code }) => code === 'person_changed')
    expect(lost).toHaveLength(19)
    for (const { data } of lost) expect(data).toEqual(won?.data)
  })

  test('do not appear in the log', async () => {
    await add(asAda, mama({ name: 'Unloggable Obi', email: 'unloggable@cast.example' }))
    expect(world.logged.join()).not.toMatch(/unloggable/i)
  })
})

describe('a booking for a person', () => {
  const child = { name: 'Zara Obi', gender: 'Female', email: '' } as const

  test('NG-04: under 18 needs a guardian’s consent, whatever relationship is stated', async () => {
    for (const person of [undefined, 'self', 'other'] as const)
      for (const consent of [undefined, permission])
        expect(
          await asAda(addBooking, {
            body: bookingForm({
              ...child,
              dob: bornBefore(18, 1),
              ...(person && { person }),
              ...(consent && { consent }),
            }),
          }),
          `${person}`,
        ).toMatchObject({ httpStatus: 409, code: 'guardian_consent_needed' })
    const body = bookingForm({ ...child, dob: bornBefore(18, 1), person: 'other', consent: guardian })
    const { data } = await asAda(addBooking, { body })
    expect(await orderRow(data.orderReference)).toMatchObject({
      for_self: false,
      person_id: null,
      consent: 'guardian',
      consent_version: consentVersion,
    })
  })

  test('who is 18 today is an adult, whose permission is required', async () => {
    const form = { ...child, email: 'zara@cast.example', dob: bornBefore(18), person: 'other' } as const
    expect(await asAda(addBooking, { body: bookingForm({ ...form, consent: guardian }) })).toMatchObject({
      httpStatus: 409,
      code: 'permission_needed',
    })
    const { data } = await asAda(addBooking, { body: bookingForm({ ...form, consent: permission }) })
    expect(await orderRow(data.orderReference)).toMatchObject({ for_self: false, consent: 'permission' })
  })

  test('stores the person and their details at that time', async () => {
    const { id, version } = await add(asAda, zara())
    const body = bookingForm({ ...child, dob: '', person: id, consent: guardian })
    const { data } = await asAda(addBooking, { body })
    const change = { ...zara({ name: 'Another Name', dob: bornBefore(9) }), basedOn: version }
    await asAda(changePerson, { params: { id }, body: change })
    expect(await orderRow(data.orderReference)).toMatchObject({
      for_self: false,
      person_id: id,
      patient_name: 'Zara Obi',
      born_on: bornBefore(7),
    })
    const { data: order } = await asAda(readOrder, { params: { reference: data.orderReference } })
    expect(order).toMatchObject({ person: id, patient: { dob: bornBefore(7) } })
  })

  test('is refused with another date of birth or gender than the person’s, and for another account’s person', async () => {
    const { id } = await add(asAda, zara())
    const form = { ...child, dob: bornBefore(7), person: id, consent: guardian } as const
    for (const changes of [{ dob: bornBefore(8) }, { gender: 'Male' } as const])
      expect(await asAda(addBooking, { body: bookingForm({ ...form, ...changes }) })).toMatchObject({
        httpStatus: 409,
        code: 'not_this_person',
      })
    expect(await (await world.as(chidi))(addBooking, { body: bookingForm(form) })).toMatchObject({
      httpStatus: 404,
      code: 'not_found',
    })
  })

  test('saves a new person for next time, once, however often it is sent', async () => {
    const body = bookingForm({
      ...child,
      dob: bornBefore(7),
      person: 'other',
      consent: guardian,
      keep: 'child',
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => asAda(addBooking, { body })))
    expect(new Set(answers.map(({ data }) => data.orderReference)).size).toBe(1)
    const people = (await asAda(listPeople)).data
    expect(people).toMatchObject([{ name: 'Zara Obi', relationship: 'child', isChild: true }])
    expect((await orderRow(answers[0]?.data.orderReference ?? ''))?.person_id).toBe(people[0]?.id)
  })

  test('is refused for a date of birth in the future or before 1900, also with a guardian', async () => {
    for (const dob of ['2099-01-01', '1899-12-31', '2021-02-30'])
      expect(
        await asAda(addBooking, {
          body: bookingForm({ ...child, dob, person: 'other', consent: guardian }),
        }),
      ).toMatchObject({ httpStatus: 400, code: 'invalid', fields: { dob: expect.any(String) } })
  })

  test('is for the account’s owner only under the name of the account', async () => {
    const asChidi = await world.as(chidi)
    const book = async (name: string) =>
      await asChidi(addBooking, { body: bookingForm({ person: 'self', name, email: 'other@cast.example' }) })
    const refused = await book('Emeka Obi')
    expect(refused).toMatchObject({ httpStatus: 400, code: 'invalid' })
    expect(Object.keys(refused.fields ?? {})).toEqual(['name'])
    for (const name of ['CHIDI  ÉZE', 'Eze Chidi', 'Chidi Obinna Eze']) {
      const { data } = await book(name)
      expect(await orderRow(data.orderReference)).toMatchObject({ for_self: true })
    }
  })

  test('saves no person without a date of birth, and not the owner', async () => {
    for (const changes of [
      { dob: '', person: 'other', consent: permission } as const,
      { dob: '1990-01-01', person: 'self' } as const,
    ])
      expect(
        await asAda(addBooking, { body: bookingForm({ ...child, ...changes, keep: 'other' }) }),
      ).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })

  test('by a doctor needs none of it', async () => {
    const asDoctor = await world.as(drBello)
    const body = bookingForm({ ...child, dob: bornBefore(7), email: 'mama@cast.example' })
    const { data } = await asDoctor(addBooking, { body })
    expect(await orderRow(data.orderReference)).toMatchObject({ for_self: null, consent: null })
  })

  test('is found among the orders of its person, also once the person was removed', async () => {
    const { id } = await add(asAda, zara())
    const forZara = bookingForm({ ...child, dob: '', person: id, consent: guardian })
    const { data } = await asAda(addBooking, { body: forZara })
    const own = await asAda(addBooking, { body: bookingForm({ person: 'self', name: ada.name }) })
    await asAda(removePerson, { params: { id } })
    const listed = async (person: string) => (await asAda(listOrders, { query: { person } })).data
    expect((await listed(id)).map(({ reference }) => reference)).toEqual([data.orderReference])
    expect((await listed(id))[0]).toMatchObject({ patientName: 'Zara Obi', person: id })
    expect((await listed('self')).map(({ reference }) => reference)).toEqual([own.data.orderReference])
    const asChidi = await world.as(chidi)
    expect((await asChidi(listOrders, { query: { person: id } })).data).toEqual([])
    const gone = bookingForm({ ...child, dob: '', person: id, consent: guardian })
    expect(await asAda(addBooking, { body: gone })).toMatchObject({ httpStatus: 404 })
  })
})

test('a deleted account leaves of its people only which orders were for the same one', async () => {
  const asChidi = await world.as(chidi)
  const { id } = await add(asChidi, mama({ name: 'Mama Eze' }))
  expect(await asChidi(deleteAccount, { body: { password: castPassword } })).toMatchObject({
    httpStatus: 200,
  })
  const [row] = await sql`select * from person where id = ${id}`
  expect(row).toMatchObject({ name: null, born_on: null, email: null, phone: null, relationship: null })
  expect(row?.removed_at).not.toBeNull()
})
