import { randomUUID } from 'node:crypto'
import {
  addBooking,
  addDays,
  confirmPriceChange,
  downloadPrices,
  kobo,
  lagosDate,
  listLabPrices,
  listLabTests,
  proposePercentage,
  proposePriceFile,
  readPriceChange,
  readPriceDesk,
  readPriceHistory,
  readTest,
  setLabPrice,
  withdrawPriceChange,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { ada, castPassword, fbc, ikeja, sola, sugar, tola, yaba } from '../../../../test/cast.ts'
import { hours } from '../../../../test/clock.ts'
import { bookingForm, buildWorld, type Caller, homeVisit } from '../../../../test/world.ts'
import { createVerifiedAccount } from '../../accounts/index.ts'
import { placeMember } from '../../labs/index.ts'
import { importPrices } from '../import-prices.ts'
import { applyDueChanges as applyDue, tidyPreviews } from './changes.ts'

const world = await buildWorld()
const { clock, db, sql } = world
const kemi = { email: 'kemi@cast.example', name: 'Kemi Ojo', type: 'lab', phone: '2348030000091' } as const
const bola = { email: 'bola@cast.example', name: 'Bola Ade', type: 'lab', phone: '2348030000092' } as const

let asSola: Caller
let asBola: Caller
let asKemi: Caller
let asAda: Caller

/** Bola manages Yaba Lab too, and Kemi Ikeja Lab. */
beforeAll(async () => {
  for (const [person, lab] of [
    [kemi, ikeja.slug],
    [bola, yaba.slug],
  ] as const) {
    const known = { password: castPassword, address: 'Ikeja, Lagos' }
    const account = await createVerifiedAccount(db, world.parts, { ...person, ...known })
    await db
      .transaction()
      .execute((tx) => placeMember(tx, account, { lab, duties: ['manager'], locations: [] }))
  }
  await signAllIn()
})

async function signAllIn(): Promise<void> {
  ;[asSola, asBola, asKemi, asAda] = await Promise.all([
    world.as(sola),
    world.as(bola),
    world.as(kemi),
    world.as(ada),
  ])
}

/** Sessions end in the meantime. */
async function days(ahead: number): Promise<void> {
  clock.moveOn(ahead * 24 * hours)
  await signAllIn()
}

const day = (ahead: number) => addDays(lagosDate(clock.now()), ahead)
const unknownId = '00000000-0000-4000-8000-000000000000'

async function priced(caller: Caller, code: string) {
  const { data } = await caller(readPriceHistory, { params: { code } })
  return data.test
}

/** What patients see. */
async function shown(name: string, lab: string = yaba.slug) {
  const { data } = await asAda(listLabTests, { query: { lab } })
  return data[0]?.tests.find(({ testName }) => testName === name)
}

type Changes = { price?: number; paused?: boolean; atHome?: boolean; turnaroundHours?: number; from?: string }

/** A save of a test of Yaba as it is now, with some terms changed. */
async function bodyFor(code: string, changes: Changes) {
  const { price, paused, atHome, turnaroundHours } = await priced(asSola, code)
  const others = { paused, atHome, turnaroundHours }
  const seen = price === null ? null : { price, ...others }
  return { key: randomUUID(), seen, price: price ?? 0, ...others, from: null, ...changes }
}

/** Sets some terms of a test of Yaba, and keeps the others. */
async function set(code: string, changes: Changes) {
  return await asSola(setLabPrice, { params: { code }, body: await bodyFor(code, changes) })
}

const noFailure = (error: unknown) => expect.unreachable(String(error))
const applyDueChanges = (...[on, at]: [typeof db, typeof clock]) => applyDue(on, at, noFailure)

async function propose(caller: Caller, lines: readonly string[], heading = 'test_code,price_ngn') {
  return (await caller(proposePriceFile, { body: { text: [heading, ...lines, ''].join('\n') } })).data
}

async function proposed(caller: Caller, lines: readonly string[], heading?: string): Promise<string> {
  const { change, problems } = await propose(caller, lines, heading)
  expect(problems).toEqual([])
  return change?.id ?? expect.unreachable()
}

const confirm = (caller: Caller, id: string, from: string | null = null) =>
  caller(confirmPriceChange, { params: { id }, body: { from } })

/** The whole list as it is in the database. */
async function offers(lab: string = yaba.slug) {
  return await sql<{ code: string; price: number; active: boolean }[]>`
    select code, price_kobo::int / 100 as price, offer.active from offer join test on test.id = test_id
    where lab_id = (select id from lab where slug = ${lab}) order by code`
}

const historyCount = async () =>
  (await sql<{ n: number }[]>`select count(*)::int as n from price_history`)[0]?.n ?? 0

describe('the price list', () => {
  test('is visible to managers of the lab only', async () => {
    const { data, pagination } = await asSola(listLabPrices, { query: {} })
    expect(pagination?.totalRecords).toBe(4)
    expect(data.find(({ code }) => code === 'fbc')).toMatchObject({
      name: fbc.name,
      price: 7000,
      paused: false,
      atHome: true,
      planned: null,
      locations: ['Yaba Main', 'Yaba Annex'],
    })
    const asTola = await world.as(tola)
    const id = await proposed(asSola, ['fbc,7100'])
    for (const { httpStatus } of [
      await asTola(listLabPrices, { query: {} }),
      await asTola(readPriceDesk),
      await asTola(downloadPrices),
      await asTola(readPriceHistory, { params: { code: 'fbc' } }),
      await asTola(proposePriceFile, { body: { text: 'test_code,price_ngn\nfbc,1' } }),
      await asTola(proposePercentage, { body: { percent: 10, department: null } }),
      await confirm(asTola, id),
      await asKemi(readPriceChange, { params: { id }, query: {} }),
      await confirm(asKemi, id),
      await asKemi(withdrawPriceChange, { params: { id } }),
      await asSola(readPriceChange, { params: { id: unknownId }, query: {} }),
    ])
      expect(httpStatus).toBe(404)
    expect((await shown(fbc.name))?.amount).toBe(7000)
  })

  test('finds by name and synonyms, by department, and by paused or possible', async () => {
    const find = async (query: Record<string, string>) =>
      (await asSola(listLabPrices, { query })).data.map(({ code }) => code)
    expect(await find({ q: 'blood sug' })).toEqual(['fbs'])
    expect(await find({ department: 'Haematology' })).toEqual(['fbc'])
    expect(await find({ show: 'paused' })).toEqual([])
    const possible = await asSola(listLabPrices, { query: { show: 'possible' } })
    expect(possible.pagination?.totalRecords).toBeGreaterThan(10)
    expect(possible.data.every(({ price }) => price === null)).toBe(true)
    expect((await asSola(readPriceDesk)).data).toMatchObject({
      lab: yaba.name,
      counts: { offered: 4, paused: 0, possible: possible.pagination?.totalRecords },
    })
  })
})

describe('one price', () => {
  test('applies to patients at once, and a cart with the old price gets the new one', async () => {
    expect((await set('fbc', { price: 7500 })).httpStatus).toBe(200)
    expect((await shown(fbc.name))?.amount).toBe(7500)
    const refused = await asAda(addBooking, { body: bookingForm() })
    expect(refused).toMatchObject({ httpStatus: 409, code: 'price_changed' })
    expect(refused.data).toEqual({ tests: [{ name: fbc.name, amount: 7500 }] })
    const { data } = await asSola(readPriceHistory, { params: { code: 'fbc' } })
    expect(data.history[0]).toMatchObject({
      by: sola.name,
      price: { was: 7000, became: 7500 },
      paused: false,
    })
    await set('fbc', { price: 7000 })
  })

  test('is refused if the shown price has changed, or the lab has no such department', async () => {
    const right = await bodyFor('fbc', { price: 8000 })
    const seen = right.seen ?? expect.unreachable()
    const body = { ...right, seen: { ...seen, price: 6900 } }
    expect(await asSola(setLabPrice, { params: { code: 'fbc' }, body })).toMatchObject({
      code: 'price_list_changed',
    })
    const [scan] = await sql<{ code: string }[]>`select code from test where department = 'Radiology' limit 1`
    const unseen = { ...body, seen: null }
    expect(await asSola(setLabPrice, { params: { code: scan?.code ?? '' }, body: unseen })).toMatchObject({
      code: 'not_in_lab',
    })
    expect(await asSola(setLabPrice, { params: { code: 'no-such' }, body })).toMatchObject({
      httpStatus: 404,
    })
    for (const price of [0, 99, -5, 7000.5, 10_000_001])
      expect(await asSola(setLabPrice, { params: { code: 'fbc' }, body: { ...right, price } })).toMatchObject(
        { code: 'invalid' },
      )
    for (const [from, code] of [
      [day(-1), 'day_passed'],
      [day(400), 'invalid'],
      ['2026-02-30', 'invalid'],
    ] as const)
      expect(await asSola(setLabPrice, { params: { code: 'fbc' }, body: { ...right, from } })).toMatchObject({
        code,
      })
    expect((await shown(fbc.name))?.amount).toBe(7000)
  })

  test('of a test that the lab did not offer adds it to the list', async () => {
    await set('esr', { price: 4000 })
    expect(await priced(asSola, 'esr')).toMatchObject({ price: 4000, paused: false })
    const [lab] = await sql`select offer_count from lab where slug = ${yaba.slug}`
    expect(lab).toEqual({ offer_count: 5 })
  })

  test('a paused test cannot be booked, and can again after the pause', async () => {
    await set('fbs', { paused: true })
    expect(await shown(sugar.name)).toBeUndefined()
    expect(await asAda(addBooking, { body: bookingForm() })).toMatchObject({
      code: 'unknown_test',
      data: { tests: [sugar.name], paused: [sugar.name] },
    })
    expect((await asSola(listLabPrices, { query: { show: 'paused' } })).data).toMatchObject([
      { code: 'fbs', price: 3000, paused: true },
    ])
    await set('fbs', { paused: false })
    expect((await asAda(addBooking, { body: bookingForm() })).httpStatus).toBe(200)
  })

  test('a search for a paused test shows the pause, and the day from which it can be booked', async () => {
    const shownPauses = async () => {
      const [list] = (await asAda(listLabTests, { query: { lab: yaba.slug } })).data
      const { data } = await asAda(readTest, { params: { test: 'fbs' } })
      return { list: list?.paused, at: data.pausedAt }
    }
    expect(await shownPauses()).toEqual({ list: [], at: [] })
    await set('fbs', { paused: true })
    const nobodyKnows = { list: [{ code: 'fbs', testName: sugar.name, until: null }] }
    const at = { lab: yaba.name, slug: yaba.slug }
    expect(await shownPauses()).toEqual({ ...nobodyKnows, at: [{ ...at, until: null }] })
    const until = day(5)
    await set('fbs', { paused: false, from: until })
    expect((await shownPauses()).list).toEqual([{ code: 'fbs', testName: sugar.name, until }])
    expect((await shownPauses()).at).toEqual([{ ...at, until }])
    await days(5)
    await applyDueChanges(db, clock)
    expect(await shownPauses()).toEqual({ list: [], at: [] })
  })

  test('the lab’s own hours and locations apply to patients', async () => {
    await set('fbc', { turnaroundHours: 7, atHome: false })
    expect(await shown(fbc.name)).toMatchObject({ turnaroundHours: 7, homeCollection: false })
    const form = bookingForm({ type: homeVisit(clock.now()) })
    expect(await asAda(addBooking, { body: form })).toMatchObject({ code: 'no_home_collection' })
    await set('fbc', { atHome: true })
    expect((await asAda(addBooking, { body: form })).httpStatus).toBe(200)
  })
})

describe('a save', () => {
  test('is refused if other users have changed any of its fields meanwhile', async () => {
    for (const theirs of [{ paused: true }, { turnaroundHours: 5 }, { atHome: false }]) {
      const mine = await bodyFor('urinalysis', { price: 2600 })
      expect((await set('urinalysis', theirs)).httpStatus).toBe(200)
      expect(await asSola(setLabPrice, { params: { code: 'urinalysis' }, body: mine })).toMatchObject({
        code: 'price_list_changed',
      })
      expect(await priced(asSola, 'urinalysis')).toMatchObject({ price: 2500, ...theirs })
      await set('urinalysis', { paused: mine.paused, atHome: mine.atHome })
    }
  })

  test('sent twenty times is made once, and a key belongs to one save', async () => {
    const before = await historyCount()
    const body = await bodyFor('urinalysis', { price: 2600 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => asSola(setLabPrice, { params: { code: 'urinalysis' }, body })),
    )
    expect(new Set(answers.map(({ data }) => data.change?.id))).toEqual(new Set([body.key]))
    expect(await historyCount()).toBe(before + 1)
    const preview = await proposed(asSola, ['fbc,7100'])
    const taken = { ...(await bodyFor('fbc', { price: 7200 })), key: preview }
    expect(await asSola(setLabPrice, { params: { code: 'fbc' }, body: taken })).toMatchObject({
      code: 'wrong_state',
    })
    await set('urinalysis', { price: 2500 })
  })

  test('plans one change of a test for a day, and a change for today shows the planned one', async () => {
    const planned = await set('urinalysis', { price: 2700, from: day(3) })
    expect(planned.data.planned).toEqual({ on: day(3), price: 2700, paused: null })
    expect(await set('urinalysis', { price: 2800, from: day(3) })).toMatchObject({ code: 'price_planned' })
    expect((await asSola(readPriceDesk)).data.waiting).toHaveLength(1)
    const now = await set('urinalysis', { price: 2600 })
    expect(now.data).toMatchObject({ change: { state: 'applied' }, planned: { on: day(3), price: 2700 } })
    await asSola(withdrawPriceChange, { params: { id: planned.data.change?.id ?? '' } })
    await set('urinalysis', { price: 2500 })
  })

  test('can always pause a test, even without the lab’s department for it', async () => {
    await sql`update lab set departments = array_remove(departments, 'Haematology') where slug = ${yaba.slug}`
    expect((await set('fbc', { paused: true })).httpStatus).toBe(200)
    expect(await set('fbc', { paused: false })).toMatchObject({ code: 'not_in_lab' })
    expect(await set('fbc', { price: 7100 })).toMatchObject({ code: 'not_in_lab' })
    expect(await propose(asSola, ['fbc,7000,yes'], 'test_code,price_ngn,paused')).toMatchObject({
      problems: [],
    })
    await sql`update lab set departments = departments || '{Haematology}' where slug = ${yaba.slug}`
    expect((await set('fbc', { paused: false })).httpStatus).toBe(200)
  })
})

describe('an operator’s file', () => {
  const ids = async (code: string, slug: string) =>
    (
      await sql<{ labId: number; testId: number }[]>`
        select lab.id::int as "labId", test.id::int as "testId" from lab, test where slug = ${slug} and code = ${code}`
    )[0] ?? expect.unreachable()
  const load = async (prices: Parameters<typeof importPrices>[1]) =>
    await db.transaction().execute((tx) => importPrices(tx, prices, clock.now()))

  test('keeps a lab’s pauses, and offers again tests that an earlier file removed', async () => {
    const one = await ids('urinalysis', yaba.slug)
    await set('urinalysis', { paused: true })
    await load([{ ...one, priceKobo: kobo(260_000) }])
    expect(await priced(asSola, 'urinalysis')).toMatchObject({ price: 2600, paused: true })
    await set('urinalysis', { paused: false, price: 2500 })
    await load([{ ...one, priceKobo: null }])
    expect((await shown('Urinalysis'))?.amount).toBeUndefined()
    await load([{ ...one, priceKobo: kobo(250_000) }])
    expect(await priced(asSola, 'urinalysis')).toMatchObject({ price: 2500, paused: false })
  })

  test('and changes that labs confirm run side by side, twenty at once, without a deadlock', async () => {
    const labs = [yaba.slug, ikeja.slug, 'epe-lab']
    const both = await Promise.all(
      labs.map((slug) => Promise.all(['fbc', 'fbs'].map((code) => ids(code, slug)))),
    )
    // One test is offered and the other taken off, so each file takes two statements: half of them the other way round.
    const file = (place: number) =>
      (both[place % 3] ?? []).map((one, which) => ({
        ...one,
        priceKobo: (which + place) % 2 === 0 ? null : kobo(300_000 + place * 10_000),
      }))
    for (let round = 0; round < 5; round += 1) {
      const wished = await Promise.all([
        proposed(asSola, [`fbs,${8100 + round}`, `fbc,${8200 + round}`]),
        proposed(asKemi, [`fbc,${8300 + round}`, `fbs,${8400 + round}`]),
      ])
      const confirmed = wished.map((id, place) => confirm(place ? asKemi : asSola, id))
      const changed = sql`update lab set registration_expires_on = registration_expires_on where slug = ${ikeja.slug}`
      const files = Array.from({ length: 17 }, (_, place) => load(file(place + round)))
      const ended = await Promise.allSettled<unknown>([...files, changed])
      expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
      for (const { httpStatus } of await Promise.all(confirmed)) expect([200, 409]).toContain(httpStatus)
    }
    const prices = [
      [7000, 3000],
      [7200, 3500],
      [6000, null],
    ]
    await load(
      both.flatMap((ones, lab) =>
        ones.map((one, test) => {
          const price = prices[lab]?.[test] ?? null
          return { ...one, priceKobo: price === null ? null : kobo(price * 100) }
        }),
      ),
    )
  })
})

test('a manager of some locations can only read, and changes nothing of the whole lab', async () => {
  const person = {
    email: 'annex@cast.example',
    name: 'Ade Bello',
    type: 'lab',
    phone: '2348030000093',
  } as const
  const known = { password: castPassword, address: 'Ikeja, Lagos' }
  const account = await createVerifiedAccount(db, world.parts, { ...person, ...known })
  const form = { lab: yaba.slug, duties: ['manager' as const], locations: [yaba.annex] }
  await db.transaction().execute((tx) => placeMember(tx, account, form))
  const asAnnex = await world.as(person)
  expect((await asSola(readPriceDesk)).data.mayChange).toBe(true)
  expect((await asAnnex(readPriceDesk)).data.mayChange).toBe(false)
  expect((await asAnnex(listLabPrices, { query: {} })).httpStatus).toBe(200)
  const id = await proposed(asSola, ['fbc,7100'])
  for (const answer of [
    await asAnnex(setLabPrice, { params: { code: 'fbc' }, body: await bodyFor('fbc', { price: 7100 }) }),
    await asAnnex(proposePriceFile, { body: { text: 'test_code,price_ngn\nfbc,7100' } }),
    await asAnnex(proposePercentage, { body: { percent: 10, department: null } }),
    await confirm(asAnnex, id),
    await asAnnex(withdrawPriceChange, { params: { id } }),
  ])
    expect(answer).toMatchObject({ httpStatus: 403, code: 'not_your_duty' })
})

describe('a price from a day on', () => {
  test('that cannot be applied delays no other, and its manager gets a mail', async () => {
    const broken = await set('fbc', { price: 9000, from: day(1) })
    const id = broken.data.change?.id ?? ''
    const other = await proposed(asKemi, ['fbs,3650'])
    await confirm(asKemi, other, day(1))
    // Our code never does this: on the day the database refuses one lab’s change.
    await sql.unsafe(`alter table price_history add constraint by_hand check (change_id <> '${id}')`)
    await days(1)
    const shownPauses: string[] = []
    expect(await applyDue(db, clock, (_, change) => shownPauses.push(change))).toBe(1)
    expect(shownPauses).toEqual([id])
    expect((await set('fbs', { price: 3050 })).httpStatus).toBe(200)
    await sql`alter table price_history drop constraint by_hand`
    expect(await applyDueChanges(db, clock)).toBe(1)
    await set('fbc', { price: 7000 })
    await set('fbs', { price: 3000 })
  })

  test('that is due is applied before a manual change, and can no longer be taken back', async () => {
    const { data } = await set('fbc', { price: 9000, from: day(1) })
    const id = data.change?.id ?? ''
    const stale = await bodyFor('fbc', { price: 7500 })
    await days(1)
    expect(await asSola(withdrawPriceChange, { params: { id } })).toMatchObject({ code: 'wrong_state' })
    expect(await asSola(setLabPrice, { params: { code: 'fbc' }, body: stale })).toMatchObject({
      code: 'price_list_changed',
    })
    // It was made, so a fresh page can continue.
    expect((await set('fbc', { price: 7500 })).httpStatus).toBe(200)
    expect(await applyDueChanges(db, clock)).toBe(0)
    expect((await shown(fbc.name))?.amount).toBe(7500)
    await set('fbc', { price: 7000 })
  })

  test('applies on its day only, once, with any number of workers', async () => {
    const { data } = await set('fbc', { price: 9000, from: day(2) })
    expect(data.change).toMatchObject({ state: 'waiting', on: day(2) })
    expect(await priced(asSola, 'fbc')).toMatchObject({ price: 7000, planned: { on: day(2), price: 9000 } })
    expect((await asSola(readPriceDesk)).data.waiting).toHaveLength(1)
    expect(await applyDueChanges(db, clock)).toBe(0)
    expect((await shown(fbc.name))?.amount).toBe(7000)
    const before = await historyCount()
    await days(2)
    const made = await Promise.all(Array.from({ length: 20 }, () => applyDueChanges(db, clock)))
    expect(made.reduce((all, one) => all + one)).toBe(1)
    expect(await historyCount()).toBe(before + 1)
    expect((await shown(fbc.name))?.amount).toBe(9000)
    const desk = (await asSola(readPriceDesk)).data
    expect(desk.waiting).toEqual([])
    expect(desk.recent[0]).toMatchObject({ source: 'edit', state: 'applied', madeBy: sola.name })
    await set('fbc', { price: 7000 })
  })

  test('can be taken back until then, and not after', async () => {
    const { data } = await set('fbc', { price: 9000, from: day(1) })
    const id = data.change?.id ?? ''
    expect((await asBola(withdrawPriceChange, { params: { id } })).data.state).toBe('withdrawn')
    expect((await asBola(withdrawPriceChange, { params: { id } })).httpStatus).toBe(200)
    expect(await confirm(asSola, id)).toMatchObject({ code: 'wrong_state' })
    const now = await proposed(asSola, ['fbc,7050'])
    expect(await asSola(withdrawPriceChange, { params: { id: now } })).toMatchObject({ code: 'wrong_state' })
    await confirm(asSola, now)
    expect(await asSola(withdrawPriceChange, { params: { id: now } })).toMatchObject({ code: 'wrong_state' })
    await set('fbc', { price: 7000 })
  })
})

describe('a file', () => {
  test('that was downloaded and sent back changes nothing', async () => {
    const authorization = `Bearer ${await world.tokenOf(sola)}`
    const reply = await fetch(`${world.publicUrl}/v0/lab/prices/file`, { headers: { authorization } })
    expect(reply.headers.get('content-disposition')).toContain(`yaba-lab-prices-${day(0)}.csv`)
    const text = await reply.text()
    expect(text).toContain('fbc,Full blood count,Haematology,7000,')
    const { data } = await asSola(proposePriceFile, { body: { text } })
    expect(data).toMatchObject({ change: null, unchanged: 5, problems: [] })
  })

  test('with one bad row changes nothing and names the row', async () => {
    const before = await offers()
    const found = await propose(asSola, ['fbc,8000', 'fbs,three thousand', 'urinalysis,2600'])
    expect(found).toMatchObject({
      change: null,
      problems: [{ line: 3, words: expect.stringContaining('price_ngn is "three thousand"') }],
    })
    expect(await offers()).toEqual(before)
    expect(
      await sql`select from price_change where source = 'file' and made_at > ${new Date(clock.now().getTime() - 1000)} and unchanged < 0`,
    ).toEqual([])
  })

  test('is previewed, and applied when confirmed, once', async () => {
    const before = await historyCount()
    const id = await proposed(
      asSola,
      ['fbc,8000,', 'fbs,2800,', 'urinalysis,2500,yes', 'reticulocyte-count,6000,', 'semen-analysis,9000,no'],
      'test_code,price_ngn,paused',
    )
    const { data, pagination } = await asSola(readPriceChange, { params: { id }, query: { limit: '2' } })
    expect(data.change).toMatchObject({
      state: 'preview',
      source: 'file',
      counts: { tests: 4, added: 1, dearer: 1, cheaper: 1, paused: 1, resumed: 0, unchanged: 1 },
    })
    expect(pagination).toMatchObject({ totalRecords: 4, totalPages: 2 })
    expect(data.lines[0]).toMatchObject({ code: 'fbs', price: { was: 3000, becomes: 2800 } })
    expect((await shown(fbc.name))?.amount).toBe(7000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(asSola, id)))
    expect(answers.every(({ data: one }) => one.state === 'applied')).toBe(true)
    expect(await historyCount()).toBe(before + 4)
    expect(await offers()).toEqual([
      { code: 'esr', price: 4000, active: true },
      { code: 'fbc', price: 8000, active: true },
      { code: 'fbs', price: 2800, active: true },
      { code: 'reticulocyte-count', price: 6000, active: true },
      { code: 'semen-analysis', price: 9000, active: true },
      { code: 'urinalysis', price: 2500, active: false },
    ])
    await confirm(
      asSola,
      await proposed(asSola, ['fbc,7000,', 'fbs,3000,', 'urinalysis,2500,no'], 'test_code,price_ngn,paused'),
    )
  })

  test('is refused if the list has changed since the preview', async () => {
    const id = await proposed(asSola, ['fbc,8000', 'fbs,3100'])
    await set('urinalysis', { price: 2600 })
    expect(await confirm(asSola, id)).toMatchObject({ httpStatus: 409, code: 'price_list_changed' })
    expect((await shown(fbc.name))?.amount).toBe(7000)
    await set('urinalysis', { price: 2500 })
  })

  test('of twenty that managers confirm at once one is applied, whole', async () => {
    const one = await proposed(asSola, ['fbc,8000', 'fbs,8000'])
    // As if twenty people had previewed it: each person keeps the last preview only.
    const copies = await sql<{ id: string }[]>`
      insert into price_change (lab_id, source, based_on, unchanged, made_by, made_at)
      select lab_id, source, based_on, unchanged, made_by, made_at from price_change, generate_series(1, 19)
      where id = ${one} returning id`
    const ids = [one, ...copies.map(({ id }) => id)]
    await sql`insert into price_change_line select (json_populate_record(line, json_build_object('change_id', id,
        'price_kobo', (8000 + place * 10) * 100))).* from price_change_line line, unnest(${ids}::uuid[]) with ordinality
        as copy (id, place) where change_id = ${one} and id <> ${one}`
    const answers = await Promise.all(ids.map((id, place) => confirm(place % 2 ? asSola : asBola, id)))
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'price_list_changed')).toHaveLength(19)
    const made = answers.findIndex(({ httpStatus }) => httpStatus === 200)
    const [a, b] = [await shown(fbc.name), await shown(sugar.name)]
    expect([a?.amount, b?.amount]).toEqual(Array(2).fill(made === 0 ? 8000 : 8000 + (made + 1) * 10))
    await confirm(asSola, await proposed(asSola, ['fbc,7000', 'fbs,3000']))
  })

  test('of more than a megabyte is refused with a code', async () => {
    for (const size of [1_000_001, 3_000_000])
      expect(await asSola(proposePriceFile, { body: { text: 'x'.repeat(size) } })).toMatchObject({
        httpStatus: 413,
        code: 'too_large',
      })
  })

  test('that two labs send at once for the same tests causes no deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = await Promise.all([
        proposed(asSola, [`fbc,${7100 + round}`, `fbs,${3100 + round}`]),
        proposed(asKemi, [`fbs,${3600 + round}`, `fbc,${7200 + round}`]),
      ])
      const answers = await Promise.all([confirm(asSola, a), confirm(asKemi, b)])
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200])
    }
    await confirm(asSola, await proposed(asSola, ['fbc,7000', 'fbs,3000']))
  })

  test('replaces the same person’s earlier preview', async () => {
    const [first, theirs] = [await proposed(asSola, ['fbc,8000']), await proposed(asBola, ['fbc,8000'])]
    const second = await proposed(asSola, ['fbc,8100'])
    const kept = await sql<{ id: string }[]>`
      select id from price_change where confirmed_at is null and id = any(${[first, theirs, second]})`
    expect(kept.map(({ id }) => id).sort()).toEqual([second, theirs].sort())
  })

  test('names the person who made it and the one who confirmed it', async () => {
    const id = await proposed(asSola, ['fbc,7100'])
    expect((await confirm(asBola, id)).data).toMatchObject({
      madeBy: sola.name,
      confirmedBy: bola.name,
      confirmedAt: expect.any(String),
      appliedAt: expect.any(String),
    })
    await set('fbc', { price: 7000 })
  })

  test('that is not confirmed is deleted after a day', async () => {
    const id = await proposed(asSola, ['fbc,8000'])
    await tidyPreviews(db, { now: () => new Date(clock.now().getTime() + 25 * hours) })
    expect(await confirm(asSola, id)).toMatchObject({ httpStatus: 404 })
  })
})

test('a percentage applies to every price, or those of a department, to the nearest ₦50', async () => {
  const one = await asSola(proposePercentage, { body: { percent: 2.5, department: 'Haematology' } })
  expect(one.data.change).toMatchObject({ percent: 2.5, department: 'Haematology', state: 'preview' })
  const { data } = await asSola(proposePercentage, { body: { percent: 10, department: null } })
  const id = data.change?.id ?? ''
  expect((await confirm(asSola, id, day(1))).data).toMatchObject({ state: 'waiting', on: day(1) })
  expect((await shown(fbc.name))?.amount).toBe(7000)
  await days(1)
  await applyDueChanges(db, clock)
  expect((await shown(fbc.name))?.amount).toBe(7700)
  expect((await shown(sugar.name))?.amount).toBe(3300)
  for (const percent of [101, -51, 2.55, 0])
    expect(await asSola(proposePercentage, { body: { percent, department: null } })).toMatchObject({
      code: 'invalid',
    })
})

test('a booking made while prices change pays all old ones or all new ones', async () => {
  await confirm(asSola, await proposed(asSola, ['fbc,7000', 'fbs,3000']))
  const asked = { old: [7000, 3000], new: [7700, 3300] } as const
  const form = (which: keyof typeof asked) =>
    bookingForm({ test: [fbc, sugar].map(({ name }, place) => ({ name, amount: asked[which][place] ?? 0 })) })
  const id = await proposed(asSola, ['fbc,7700', 'fbs,3300'])
  const [, ...answers] = await Promise.all([
    confirm(asSola, id),
    ...Array.from({ length: 30 }, (_, place) => asAda(addBooking, { body: form(place % 2 ? 'old' : 'new') })),
  ])
  for (const { httpStatus, code } of answers)
    expect([200, 'price_changed']).toContain(httpStatus === 200 ? httpStatus : code)
  const lines = await sql<{ prices: string }[]>`
    select distinct string_agg((price_kobo / 100)::text, ' ' order by position) as prices from lab_order_line
    join lab_order on lab_order.id = order_id where test_count = 2 group by order_id`
  expect(['7000 3000', '7700 3300']).toEqual(expect.arrayContaining(lines.map(({ prices }) => prices)))
})

test('five thousand rows are applied whole, or with one bad row not at all', async () => {
  await sql`insert into test (code, name, also_known_as, category, department, departments, specimen, container, fasting_hours,
      preparation, turnaround_hours, home_collection, sex, loinc_verified, price_low_kobo, price_high_kobo, summary)
    select 'made-' || n, 'Made test ' || n, '{}', 'Blood', 'Haematology', '{Haematology}', 'Blood', 'EDTA', 0, '', 24, true,
      'any', false, 100000, 900000, 'Made.' from generate_series(1, 5000) as n`
  const rows = Array.from({ length: 5000 }, (_, n) => `made-${n + 1},${5000 + n}`)
  const bad = await propose(asSola, rows.with(2499, 'made-2500,free'))
  expect(bad).toMatchObject({ change: null, problemCount: 1, problems: [{ line: 2501 }] })
  const began = performance.now()
  const id = await proposed(asSola, rows)
  const looked = performance.now()
  const { data } = await confirm(asSola, id)
  console.info(
    `5,000 rows looked at in ${Math.round(looked - began)} ms, made in ${Math.round(performance.now() - looked)} ms`,
  )
  expect(data.counts).toMatchObject({ tests: 5000, added: 5000 })
  const [made] =
    await sql`select count(*)::int as n, sum(price_kobo)::bigint as kobo from offer join test on test.id = test_id where code like 'made-%'`
  expect(made).toEqual({ n: 5000, kobo: (5000 * 5000 + (4999 * 5000) / 2) * 100 })
})

test('the history records earlier hours and locations of a test', async () => {
  await set('fbs', { turnaroundHours: 3, atHome: false })
  const { data } = await asSola(readPriceHistory, { params: { code: 'fbs' } })
  expect(data.history[0]).toMatchObject({ turnaroundHours: { became: 3 }, atHome: false })
})

test('the history of prices cannot be rewritten', async () => {
  for (const statement of ['update price_history set price_kobo = 1', 'delete from price_history'])
    await expect(sql.unsafe(statement)).rejects.toThrow()
})
