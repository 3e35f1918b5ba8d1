import {
  cancelOrder,
  checkIn,
  collectSamples,
  correctReport,
  type Duty,
  downloadLabels,
  enterResults,
  listWorklist,
  readLabOrder,
  readLabResults,
  readNewSamples,
  readOrder,
  readWorklistDesk,
  receiveSample,
  rejectSample,
  releaseReport,
  verifyReport,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../test/bench.ts'
import {
  ada,
  chidi,
  drBello,
  fbc,
  ikeja,
  ops,
  semen,
  sola,
  sugar,
  tola,
  urine,
  yaba,
} from '../../../test/cast.ts'
import { plausible, releaseAll, reportsOf } from '../../../test/results.ts'
import { pay } from '../../../test/stages.ts'
import { book, bookingForm, buildWorld, callerOf, type Form, homeVisit } from '../../../test/world.ts'
import { createVerifiedAccount } from '../accounts/index.ts'
import { openSession } from '../accounts/sessions.ts'
import { placeMember } from '../labs/index.ts'

const world = await buildWorld()
const asAda = await world.as(ada)
const asSola = await world.as(sola)
const asTola = await world.as(tola)
const ofSugar = { test: [{ ...sugar }] }

/** A new member of a lab, signed in. */
async function hired(name: string, lab: string, duties: Duty[], locations: string[] = []) {
  const { db, clock } = world
  const email = `${name.toLowerCase()}@hired.example`
  const phone = `234804${String(name.length).padStart(2, '0')}${String(duties.length)}0${name.charCodeAt(0)}00`
  const id = await createVerifiedAccount(db, world.parts, {
    email,
    name: `${name} Hired`,
    type: 'lab',
    phone: phone.slice(0, 13),
    address: 'Lagos',
    password: 'agbalumo-in-season',
  })
  const { token } = await db.transaction().execute(async (tx) => {
    await placeMember(tx, id, { lab, duties, locations })
    return await openSession(tx, id, clock.now())
  })
  return callerOf(world.publicUrl, `Bearer ${token}`)
}

let asIkeja: Awaited<ReturnType<typeof hired>>
let asAnnex: Awaited<ReturnType<typeof hired>>
beforeAll(async () => {
  asIkeja = await hired('Ngozi', ikeja.slug, ['desk', 'scientist', 'manager'])
  asAnnex = await hired('Kemi', yaba.slug, ['desk', 'scientist'], [yaba.annex])
})

async function paid(changes: Partial<Form> = {}): Promise<string> {
  const { order, payment } = await book(asAda, bookingForm(changes))
  await pay(world, payment)
  return order
}

const params = (reference: string) => ({ params: { reference } })
const at = (accession: string) => ({ params: { accession } })

/** When the newest of a report was entered. */
async function enteredAt(order: string, report: string): Promise<string | null> {
  return (await reportsOf(asSola, order)).find(({ id }) => id === report)?.versions[0]?.enteredAt ?? null
}

async function accessionsOf(reference: string): Promise<string[]> {
  const { data } = await asSola(readLabOrder, params(reference))
  return data.specimens.filter(({ state }) => state !== 'rejected').map(({ accession }) => accession)
}

/** A walk-in whose samples are taken. */
async function collected(): Promise<{ order: string; first: string; second: string }> {
  const order = await paid()
  await asSola(checkIn, params(order))
  await asSola(collectSamples, { ...params(order), body: {} })
  const [first = '', second = ''] = await accessionsOf(order)
  return { order, first, second }
}

const listed = async (wanted: Record<string, string>) =>
  (await asSola(listWorklist, { body: { limit: 50, ...wanted } })).data.map(({ reference }) => reference)

test('the lab sees that a patient wants a test that is usually for the other sex', async () => {
  const despite = await paid({ test: [{ ...semen }], gender: 'Female', despiteSex: true })
  for (const [reference, despiteSex] of [
    [despite, true],
    [await paid(), false],
  ] as const) {
    const { data } = await asSola(readLabOrder, { params: { reference } })
    expect(data.patient).toMatchObject({ gender: 'Female', despiteSex })
  }
})

describe('the lab', () => {
  test('takes a walk-in from the desk to the bench, and shows the next step', async () => {
    const order = await paid()
    const before = (await asSola(readLabOrder, params(order))).data
    expect(before).toMatchObject({ stage: 'to_come', specimens: [], checkedInAt: null, nothingTaken: false })
    expect(before.may).toMatchObject({ checkIn: true, collect: false, print: false, receive: false })
    const here = (await asTola(checkIn, params(order))).data
    expect(here.may).toMatchObject({
      checkIn: false,
      collect: true,
      print: true,
      receive: false,
      reject: false,
    })
    expect(here.specimens.map(({ tests }) => tests)).toEqual([['Full blood count'], ['Fasting blood sugar']])
    const taken = (await asTola(collectSamples, { ...params(order), body: {} })).data
    expect(taken).toMatchObject({ state: 'sample_collected', stage: 'collected' })
    expect(taken.specimens[0]).toMatchObject({ collectedBy: 'Tola', state: 'collected' })
    for (const { accession } of taken.specimens) await asSola(receiveSample, at(accession))
    const done = (await asSola(readLabOrder, params(order))).data
    expect(done).toMatchObject({ state: 'lab_processing', stage: 'in_lab' })
    expect(done.specimens[0]).toMatchObject({ receivedBy: 'Sola', collectedBy: 'Tola' })
    expect(done.may).toMatchObject({ receive: false, reject: true, print: true })
  })

  test('rejects a sample with a reason, takes another, and keeps the history', async () => {
    const { order, first } = await collected()
    const body = { reason: 'leaked', note: 'The cap was loose.' } as const
    const { data } = await asSola(rejectSample, { ...at(first), body })
    expect(data).toMatchObject({ state: 'scheduled', stage: 'again' })
    expect(data.may).toMatchObject({ collect: true, print: true })
    const [rejected] = data.specimens.filter(({ state }) => state === 'rejected')
    expect(rejected).toMatchObject({ rejectedReason: 'leaked', rejectedNote: body.note, rejectedBy: 'Sola' })
    expect(data.specimens.at(-1)).toMatchObject({ replaces: first, state: 'expected' })
    expect(await listed({ stage: 'again' })).toContain(order)
    expect(await listed({ stage: 'to_come' })).not.toContain(order)
    const { data: told } = await asAda(readNewSamples, params(order))
    expect(told).toEqual([{ reason: 'leaked', note: body.note, rejectedAt: expect.any(String) }])
    await asSola(collectSamples, { ...params(order), body: {} })
    expect((await asAda(readNewSamples, params(order))).data).toEqual([])
    expect((await (await world.as(chidi))(readNewSamples, params(order))).httpStatus).toBe(404)
  })

  test('cannot retake a rejected sample after the patient cancelled, and the patient gets a full refund', async () => {
    const { order, first } = await collected()
    await asSola(rejectSample, { ...at(first), body: { reason: 'too_old' } })
    expect((await asAda(readOrder, params(order))).data.cancelTerms).toMatchObject({
      refund: 10_000,
      keptFee: 0,
    })
    expect((await asAda(cancelOrder, { ...params(order), body: { refundTo: 'credit' } })).httpStatus).toBe(
      200,
    )
    expect(await asSola(collectSamples, { ...params(order), body: {} })).toMatchObject({
      code: 'wrong_state',
    })
    expect((await asSola(readLabOrder, params(order))).data).toMatchObject({
      stage: null,
      state: 'cancelled',
    })
  })

  test('must explain a reason that is not in the list', async () => {
    const { first } = await collected()
    const refused = await asSola(rejectSample, { ...at(first), body: { reason: 'other' } })
    expect(refused).toMatchObject({ httpStatus: 400, code: 'invalid', fields: { note: expect.any(String) } })
  })

  test('cannot take at its desk what belongs to a home visit, unless it must be taken again', async () => {
    const order = await paid({ type: homeVisit(world.clock.now()) })
    expect((await asSola(readLabOrder, params(order))).data.may.checkIn).toBe(false)
    expect(await asSola(checkIn, params(order))).toMatchObject({ code: 'wrong_state' })
  })
})

describe('a duty', () => {
  const acts = ['check in', 'collect', 'receive', 'reject', 'labels'] as const
  /** Written out by hand: the actions of each duty; a manager sees all and does nothing. */
  const allowed: Record<Duty, readonly (typeof acts)[number][]> = {
    desk: ['check in', 'collect', 'receive', 'labels'],
    scientist: ['receive', 'reject', 'labels'],
    verifier: [],
    manager: [],
  }

  test.each(Object.entries(allowed))(
    'of a %s allows its own actions and no others',
    async (duty, theirs) => {
      const caller = await hired(`Duty${duty}`, yaba.slug, [duty as Duty])
      const fresh = await paid()
      const { order, first, second } = await collected()
      const halfway = await paid()
      await asSola(checkIn, params(halfway))
      const answers = {
        'check in': await caller(checkIn, params(fresh)),
        collect: await caller(collectSamples, { ...params(halfway), body: {} }),
        receive: await caller(receiveSample, at(first)),
        reject: await caller(rejectSample, { ...at(second), body: { reason: 'clotted' } }),
        labels: await caller(downloadLabels, { ...params(order), query: {} }).catch(() => ({
          httpStatus: 200,
        })),
      }
      const done = acts.filter((act) => answers[act].httpStatus === 200)
      expect(done).toEqual(theirs)
      for (const act of acts.filter((one) => !theirs.includes(one)))
        expect(answers[act]).toMatchObject({ httpStatus: 403, code: 'not_your_duty' })
      expect((await caller(readLabOrder, params(order))).httpStatus).toBe(200)
    },
    // Each makes a PDF, which is slow on a busy machine.
    60_000,
  )
})

test('printed labels are recorded with their order, and refused prints are not', async () => {
  const { order } = await collected()
  const written = async () =>
    await world.sql`select role from audit_entry where what = 'labels_printed'
    and order_id = (select id from lab_order where reference = ${order})`
  const path = downloadLabels.path.replace(':reference', order)
  const print = async (person: typeof sola | typeof ada) => {
    const headers = { authorization: `Bearer ${await world.tokenOf(person)}` }
    return (await fetch(`${world.publicUrl}${path}`, { headers })).status
  }
  expect([await print(ada), await print(sola)]).toEqual([404, 200])
  expect(await written()).toEqual([{ role: 'lab' }])
})

describe('access to orders', () => {
  test('does not extend to another lab’s orders and samples, by any call', async () => {
    const { order, first } = await collected()
    for (const caller of [asIkeja, asAnnex]) {
      for (const answer of [
        await caller(readLabOrder, params(order)),
        await caller(checkIn, params(order)),
        await caller(collectSamples, { ...params(order), body: {} }),
        await caller(receiveSample, at(first)),
        await caller(rejectSample, { ...at(first), body: { reason: 'clotted' } }),
        await caller(downloadLabels, { ...params(order), query: {} }),
      ])
        expect(answer).toMatchObject({ httpStatus: 404, code: 'not_found' })
      expect((await caller(listWorklist, { body: { q: order } })).data).toEqual([])
      expect((await caller(listWorklist, { body: { q: first } })).data).toEqual([])
    }
  })

  test('does not extend to a location where the member does not work', async () => {
    const body = { location: yaba.main }
    expect(await asAnnex(listWorklist, { body })).toMatchObject({ httpStatus: 404 })
    expect((await asAnnex(readWorklistDesk)).data.locations).toEqual([
      { address: yaba.annex, name: 'Yaba Annex' },
    ])
  })

  test('does not extend to an unpaid order, nor to users who are not lab staff', async () => {
    const { order } = await book(asAda)
    expect((await asSola(readLabOrder, params(order))).httpStatus).toBe(404)
    expect(await listed({ q: order })).toEqual([])
    expect((await (await world.as(ops))(listWorklist, { body: {} })).httpStatus).toBe(404)
  })
})

describe('the worklist', () => {
  test('shows patients who have arrived first, then home visits by their time, and walk-ins of any day', async () => {
    const visit = await paid({ type: homeVisit(world.clock.now()) })
    const [walkIn, here] = [await paid(), await paid()]
    await asSola(checkIn, params(here))
    const order = (await listed({ stage: 'to_come' })).filter((one) => [visit, walkIn, here].includes(one))
    expect(order).toEqual([here, visit, walkIn])
    const day = new Date(world.clock.now().getTime() + 48 * 60 * 60 * 1000).toISOString().slice(0, 10)
    expect(await listed({ stage: 'to_come', on: day })).toEqual(expect.arrayContaining([visit, walkIn]))
    expect(await listed({ stage: 'to_come', on: '2020-01-01' })).not.toContain(visit)
  })

  test('is searched by number, by label and by part of a name, in any stage and whatever the accents', async () => {
    const order = await paid({ name: 'Ṣadé Ògúnbíyì' })
    await asSola(checkIn, params(order))
    const [first = ''] = await accessionsOf(order)
    for (const q of [
      order,
      order.toLowerCase(),
      order.slice(0, 12),
      first.toLowerCase(),
      'sade ogun',
      'BIYI',
    ])
      expect(await listed({ q })).toContain(order)
    expect(await listed({ q: '%' })).toEqual([])
  })

  test('finds the first letters of a name or a number among open and recent orders', async () => {
    const [order, done] = [await paid({ name: 'Ṣadé Quista' }), await paid({ name: 'Ngozi Quadri' })]
    const bringTo = (state: string) =>
      world.sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`update lab_order set state = ${state} where reference = ${done}`
      })
    for (const q of ['s', 'sa', 'Q', 'qu', 'LB', 'lb-', order.slice(0, 5)])
      expect([q, await listed({ q })]).toEqual([q, expect.arrayContaining([order])])
    for (const q of ['ad', 'ui', 'st', 'e', 'a', '--', '%', '_'])
      expect([q, await listed({ q })]).not.toEqual([q, expect.arrayContaining([order])])
    await bringTo('results_ready')
    expect(await listed({ q: 'qu' })).toContain(done)
    await bringTo('scheduled')
  })

  test('shows for each order in the lab what its results wait for', async () => {
    const order = await orderAtBench(world, asAda)
    const results = async () => {
      const { data } = await asSola(listWorklist, { body: { q: order } })
      return data[0]?.results
    }
    expect(await results()).toEqual({ toEnter: 2, toVerify: 0, toRelease: 0 })
    const [first, second] = await reportsOf(asSola, order)
    if (!first || !second) return expect.unreachable()
    await asSola(enterResults, {
      params: { id: first.id },
      body: { values: plausible(first), basedOn: null },
    })
    expect(await results()).toEqual({ toEnter: 1, toVerify: 1, toRelease: 0 })
    await releaseAll(world, order, ({ id }) => id === first.id)
    expect(await results()).toEqual({ toEnter: 1, toVerify: 0, toRelease: 0 })
    const draft = { params: { id: second.id }, body: { values: plausible(second), basedOn: null } }
    await asSola(enterResults, draft)
    await asSola(enterResults, { ...draft, body: { values: [], basedOn: await enteredAt(order, second.id) } })
    expect(await results()).toEqual({ toEnter: 1, toVerify: 0, toRelease: 0 })
    await asSola(enterResults, {
      ...draft,
      body: { ...draft.body, basedOn: await enteredAt(order, second.id) },
    })
    const seen = (await enteredAt(order, second.id)) ?? ''
    await asTola(verifyReport, { params: { id: second.id }, body: { seen } })
    expect(await results()).toEqual({ toEnter: 0, toVerify: 0, toRelease: 1 })
    await releaseAll(world, order)
    expect(await results()).toBe(null)
  })

  test('names first the orders in the lab with a critical value that no one has verified', async () => {
    const [waiting, order] = [await orderAtBench(world, asAda), await orderAtBench(world, asAda, ofSugar)]
    const inLab = async () => (await asSola(listWorklist, { body: { stage: 'in_lab' } })).data
    const tierOf = async () =>
      (await inLab()).find(({ reference }) => reference === order)?.unverifiedCritical
    expect(await tierOf()).toBe(null)
    const [report] = await reportsOf(asSola, order)
    const { id } = report ?? expect.unreachable()
    const enter = async (value: string) => {
      const basedOn = (await enteredAt(order, id)) ?? null
      await asSola(enterResults, { params: { id }, body: { values: [{ position: 1, value }], basedOn } })
    }
    await enter('5.1')
    expect(await tierOf()).toBe(null)
    await enter('1.9')
    const listed = await inLab()
    expect(listed[0]).toMatchObject({ reference: order, unverifiedCritical: 'immediate' })
    expect(listed.find(({ reference }) => reference === waiting)).toMatchObject({ unverifiedCritical: null })
    await asTola(verifyReport, { params: { id }, body: { seen: (await enteredAt(order, id)) ?? '' } })
    expect(await tierOf()).toBe(null)
    const found = async () => (await asSola(listWorklist, { body: { q: order } })).data[0]?.unverifiedCritical
    await asTola(releaseReport, { params: { id }, body: { counselledBy: null } })
    await asTola(correctReport, { params: { id }, body: { reason: 'measured again' } })
    await enter('1.9')
    expect(await found()).toBe(null)
    await enter('1.5')
    expect(await found()).toBe('immediate')
  }, 60_000)

  test('names the doctor who asked for the tests, and each report its accession number', async () => {
    const asBello = await world.as(drBello)
    const order = await orderAtBench(world, asBello, { ...ofSugar, name: 'Mama Ngozi Obi' })
    const { data } = await asSola(readLabOrder, params(order))
    expect(data.requestedBy).toMatch(/Bello/)
    const results = (await asSola(readLabResults, params(order))).data
    expect(results.requestedBy).toBe(data.requestedBy)
    expect(results.reports[0]?.accessions).toEqual([data.specimens[0]?.accession])
    const own = params(await orderAtBench(world, asAda, ofSugar))
    expect((await asSola(readLabOrder, own)).data.requestedBy).toBe(null)
    expect((await asSola(readLabResults, own)).data.requestedBy).toBe(null)
  })

  test('counts each stage, of all locations or of one', async () => {
    const before = (await asSola(readWorklistDesk)).data.counts
    const order = await paid({
      lab: { name: yaba.name, labReference: yaba.slug, location: yaba.annex },
      test: [{ ...fbc }],
    })
    const { data } = await asSola(readWorklistDesk)
    expect(data.counts.to_come).toBe(before.to_come + 1)
    const annex = { query: { location: yaba.annex } }
    expect((await asSola(readWorklistDesk, annex)).data.counts.to_come).toBe(1)
    expect((await asAnnex(listWorklist, { body: {} })).data.map(({ reference }) => reference)).toEqual([
      order,
    ])
  })

  test('is paged, and refuses an invalid day', async () => {
    const first = await asSola(listWorklist, { body: { stage: 'to_come', limit: 2 } })
    expect(first.data).toHaveLength(2)
    expect(first.pagination?.totalPages).toBeGreaterThan(1)
    expect(await asSola(listWorklist, { body: { on: '2026-02-30' } })).toMatchObject({ code: 'invalid' })
  })

  test('lets twenty colleagues check the same patient in at once, as if it were one', async () => {
    const order = await paid({ test: [{ ...fbc }, { ...urine }] })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? asSola : asTola)(checkIn, params(order))),
    )
    expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]))
    expect(new Set(answers.flatMap(({ data }) => data.specimens.map((one) => one.accession))).size).toBe(2)
  })
})
