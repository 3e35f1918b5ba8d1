import { beforeAll, describe, expect, test } from 'vitest'
import { ada, fbc, semen, sola, sugar, urine } from '../../../test/cast.ts'
import { sellAtYaba } from '../../../test/report-at-bench.ts'
import { pay } from '../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Form } from '../../../test/world.ts'
import type { Tx } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { accountNamed } from '../accounts/index.ts'
import { importPackages } from '../catalogue/index.ts'
import { lockOrder, type OrderRow, orderByReference } from '../orders/index.ts'
import * as repository from './repository.ts'
import {
  collectSpecimens,
  expectSpecimens,
  receiveSpecimen,
  rejectSpecimen,
  testsReady,
} from './specimens.ts'

const world = await buildWorld()
const asAda = await world.as(ada)
let accountId = 0

beforeAll(async () => {
  accountId = (await accountNamed(world.db, sola.email))?.id ?? 0
  await world.db.transaction().execute(async (tx) => {
    await importPackages(tx, [
      {
        code: 'cast-check',
        name: 'Cast check',
        alsoKnownAs: [],
        audience: 'The cast',
        summary: 'All.',
        priceFactor: 0.9,
        testCodes: ['fbc', 'fbs', 'urinalysis'],
      },
    ])
  })
  await sellAtYaba(world, { 'cast-check': 11_000, 'hb-genotype': 4000, 'bleeding-time': 2000 })
})

const check = { name: 'Cast check', amount: 11_000 }
/** Nothing is taken for it. */
const bleeding = { name: 'Bleeding time', amount: 2000 }
/** The lab's hand. */
const lab = () => ({ actor: 'lab', accountId, at: world.clock.now() }) as const

async function idOf(reference: string): Promise<number> {
  return (await orderByReference(world.db, reference))?.id ?? expect.unreachable()
}

/** A paid order; by itself a walk-in for a blood count and a fasting sugar. */
async function paid(changes: Partial<Form> = {}): Promise<number> {
  const { order, payment } = await book(asAda, bookingForm(changes))
  await pay(world, payment)
  return await idOf(order)
}

/** Does something with an order under its lock, as every caller does. */
async function locked<T>(id: number, act: (tx: Tx, order: OrderRow) => Promise<T>): Promise<T> {
  return await world.db.transaction().execute(async (tx) => await act(tx, await lockOrder(tx, id)))
}

const expecting = (id: number) =>
  locked(id, (tx, order) => expectSpecimens(tx, order, world.clock.now(), { actor: 'lab', accountId }))
const collecting = (id: number, accessions: readonly string[] | 'all' = 'all') =>
  locked(id, (tx, order) => collectSpecimens(tx, order, { ...lab(), accessions }))
const receiving = (id: number, accession: string) =>
  locked(id, (tx, order) => receiveSpecimen(tx, order, { ...lab(), accession }))
const rejecting = (id: number, accession: string, reason: 'clotted' | 'leaked' = 'clotted') =>
  locked(id, (tx, order) => rejectSpecimen(tx, order, { ...lab(), accession, reason, note: null }))

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error) => (error instanceof DomainError ? error.code : String(error)),
  )
const stateOf = async (id: number) =>
  (await world.sql<{ state: string }[]>`select state from lab_order where id = ${id}`)[0]?.state
const inForce = async (id: number) =>
  (await repository.specimensOf(world.db, id)).filter(({ state }) => state !== 'rejected')

/** An order whose specimens are all received. */
async function inTheLab(): Promise<{ id: number; accessions: string[] }> {
  const id = await paid()
  const accessions = (await expecting(id)).map(({ accession }) => accession)
  await collecting(id)
  for (const accession of accessions) await receiving(id, accession)
  return { id, accessions }
}

describe('the specimens that an order expects', () => {
  test('are one for each container, and each serves its tests', async () => {
    const id = await paid({ test: [{ ...fbc }, { ...sugar }, { ...urine }] })
    const specimens = await expecting(id)
    expect(specimens.map(({ specimen, container }) => `${specimen}: ${container}`).toSorted()).toEqual([
      'Urine (midstream): Sterile universal bottle, 20 mL',
      'Venous blood: EDTA (purple top), 4 mL',
      'Venous blood: Fluoride oxalate (grey top), 2 mL',
    ])
    expect(specimens.flatMap(({ tests }) => tests)).toHaveLength(3)
    expect(specimens.every(({ state }) => state === 'expected')).toBe(true)
  })

  test('are one tube for two tests that share it', async () => {
    const id = await paid({ test: [{ ...fbc }, { name: 'Haemoglobin genotype', amount: 4000 }] })
    const specimens = await expecting(id)
    expect(specimens).toHaveLength(1)
    expect(specimens[0]?.tests.map(({ position }) => position)).toEqual([1, 2])
  })

  test('of a package are those of its tests, by their line', async () => {
    const id = await paid({ test: [{ ...check }] })
    const specimens = await expecting(id)
    expect(specimens).toHaveLength(3)
    expect(new Set(specimens.flatMap(({ tests }) => tests.map(({ testId }) => testId))).size).toBe(3)
    expect(specimens.every(({ tests }) => tests.every(({ position }) => position === 1))).toBe(true)
  })

  test('follow what was sold, even if the package loses a test or one is renamed', async () => {
    const id = await paid({ test: [{ ...check }] })
    await world.sql`delete from package_test where package_id = (select id from test where code = 'cast-check')
      and test_id = (select id from test where code = 'urinalysis')`
    await world.sql`update test set name = 'Blood sugar, fasting' where code = 'fbs'`
    const specimens = await expecting(id)
    await world.sql`update test set name = ${sugar.name} where code = 'fbs'`
    await world.sql`insert into package_test select p.id, t.id, 9 from test p, test t
      where p.code = 'cast-check' and t.code = 'urinalysis'`
    expect(specimens).toHaveLength(3)
  })

  test('are numbered by year, lab and a running number, and a repeat gives the same', async () => {
    const id = await paid()
    const once = await expecting(id)
    const again = await expecting(id)
    expect(again.map(({ accession }) => accession)).toEqual(once.map(({ accession }) => accession))
    expect(once[0]?.accession).toMatch(/^\d{2}[0-9A-Z]+-\d{5}$/)
  })

  test('are none before the order is paid', async () => {
    const { order } = await book(asAda)
    expect(await codeOf(expecting(await idOf(order)))).toBe('wrong_state')
  })

  test('are made once by thirty concurrent check-ins', async () => {
    const id = await paid()
    const answers = await Promise.all(Array.from({ length: 30 }, () => expecting(id)))
    expect(new Set(answers.flat().map(({ accession }) => accession)).size).toBe(2)
    expect(await repository.specimensOf(world.db, id)).toHaveLength(2)
  })

  test('have unique numbers for forty concurrent orders of a lab', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => paid({ test: [{ ...fbc }] })))
    const numbers = (await Promise.all(ids.map(expecting))).flat().map(({ accession }) => accession)
    expect(new Set(numbers).size).toBe(40)
  })
})

describe('a sample', () => {
  test('is collected when the last of its specimens is, with actor and time', async () => {
    const id = await paid()
    const [first, second] = (await expecting(id)).map(({ accession }) => accession)
    expect((await collecting(id, [first ?? ''])).state).toBe('scheduled')
    expect((await collecting(id, [second ?? ''])).state).toBe('sample_collected')
    const [one] = await repository.specimensOf(world.db, id)
    expect(one).toMatchObject({ state: 'collected', collected_by: accountId, collected_at: expect.any(Date) })
    const events = await world.sql<{ actor: string; account_id: number }[]>`
      select actor, account_id::int from lab_order_event where order_id = ${id} and verb = 'collect'`
    expect(events).toEqual([{ actor: 'lab', account_id: accountId }])
  })

  test('cannot be collected before the check-in', async () => {
    expect(await codeOf(collecting(await paid()))).toBe('wrong_state')
  })

  test('includes no specimen of another order', async () => {
    const [mine, theirs] = [await paid(), await paid()]
    await expecting(mine)
    const [foreign] = await expecting(theirs)
    const accession = foreign?.accession ?? ''
    expect(await codeOf(collecting(mine, [accession]))).toBe('not_found')
    await collecting(mine)
    await collecting(theirs)
    expect(await codeOf(receiving(mine, accession))).toBe('not_found')
    expect(await codeOf(rejecting(mine, accession))).toBe('not_found')
  })

  test('is in the lab when the last of its specimens is received', async () => {
    const id = await paid()
    const [first = '', second = ''] = (await expecting(id)).map(({ accession }) => accession)
    expect(await codeOf(receiving(id, first))).toBe('wrong_state')
    await collecting(id)
    expect((await receiving(id, first)).state).toBe('sample_collected')
    expect((await receiving(id, first)).state).toBe('sample_collected')
    expect((await receiving(id, second)).state).toBe('lab_processing')
  })

  test('received in part, while the patient still brings the rest, can be worked on in part', async () => {
    const id = await paid({ test: [{ ...sugar }, { ...urine }] })
    const [blood] = (await expecting(id)).filter(({ specimen }) => specimen === 'Venous blood')
    const accession = blood?.accession ?? ''
    await collecting(id, [accession])
    expect((await receiving(id, accession)).state).toBe('scheduled')
    expect(await testsReady(world.db, id)).toEqual(blood?.tests)
    expect((await collecting(id)).state).toBe('sample_collected')
  })

  test('changes state once by thirty concurrent requests', async () => {
    const id = await paid({ test: [{ ...fbc }] })
    const [one] = await expecting(id)
    const accession = one?.accession ?? ''
    await Promise.all(Array.from({ length: 30 }, () => collecting(id)))
    await Promise.all(Array.from({ length: 30 }, () => receiving(id, accession)))
    await Promise.all(Array.from({ length: 30 }, () => rejecting(id, accession)))
    const events = await world.sql<{ verb: string }[]>`
      select verb from specimen_event where specimen_id = ${one?.id ?? ''} order by id`
    expect(events.map(({ verb }) => verb)).toEqual(['expect', 'collect', 'receive', 'reject'])
    expect(await inForce(id)).toHaveLength(1)
    expect(await stateOf(id)).toBe('scheduled')
  })

  test('received and rejected concurrently ends in one of the two, whole', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await paid({ test: [{ ...fbc }] })
      const [one] = await expecting(id)
      const accession = one?.accession ?? ''
      await collecting(id)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          codeOf(index % 2 === round % 2 ? receiving(id, accession) : rejecting(id, accession)),
        ),
      )
      expect(await stateOf(id)).toBe('scheduled')
      expect(await repository.specimensOf(world.db, id)).toHaveLength(2)
    }
  })
})

describe('a rejected specimen', () => {
  test('is taken again under a new number, and the order is scheduled', async () => {
    const { id, accessions } = await inTheLab()
    const [bad = ''] = accessions
    expect((await rejecting(id, bad)).state).toBe('scheduled')
    const specimens = await repository.specimensOf(world.db, id)
    const rejected = specimens.find(({ accession }) => accession === bad)
    const again = specimens.find(({ replaces }) => replaces === rejected?.id)
    expect(rejected).toMatchObject({ state: 'rejected', rejected_reason: 'clotted', rejected_by: accountId })
    expect(again).toMatchObject({ state: 'expected', container: rejected?.container, tests: rejected?.tests })
    expect(accessions).not.toContain(again?.accession)
    // The others stay where they are, and their tests can be worked on.
    expect(await testsReady(world.db, id)).toHaveLength(1)
  })

  test('is replaced, collected and received, and the order is in the lab again', async () => {
    const { id, accessions } = await inTheLab()
    await rejecting(id, accessions[0] ?? '')
    expect((await collecting(id)).state).toBe('sample_collected')
    const [again] = (await inForce(id)).filter(({ state }) => state === 'collected')
    expect((await receiving(id, again?.accession ?? '')).state).toBe('lab_processing')
    expect(await testsReady(world.db, id)).toHaveLength(2)
  })

  test('can be rejected twice, each time with a replacement', async () => {
    const { id, accessions } = await inTheLab()
    await rejecting(id, accessions[0] ?? '')
    await collecting(id)
    const [second] = (await inForce(id)).filter(({ state }) => state === 'collected')
    await rejecting(id, second?.accession ?? '', 'leaked')
    expect(await repository.specimensOf(world.db, id)).toHaveLength(4)
    expect(await stateOf(id)).toBe('scheduled')
  })

  test('is reported to the patient once', async () => {
    const { id, accessions } = await inTheLab()
    const waiting = async () =>
      (await world.sql`select from graphile_worker.jobs where task_identifier = 'mail-sample-rejected'`)
        .length
    const before = await waiting()
    await Promise.all(Array.from({ length: 20 }, () => rejecting(id, accessions[0] ?? '')))
    expect((await waiting()) - before).toBe(1)
  })

  test('must have been taken', async () => {
    const id = await paid()
    const [one] = await expecting(id)
    expect(await codeOf(rejecting(id, one?.accession ?? ''))).toBe('wrong_state')
  })

  test('is refused if the order’s results are released, or it is cancelled', async () => {
    for (const state of ['results_ready', 'cancelled']) {
      const { id, accessions } = await inTheLab()
      await world.sql`insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
        values (${id}, 'by hand', 'lab_processing', ${state}, 'system', now())`
      await world.sql`update lab_order set state = ${state} where id = ${id}`
      expect(await codeOf(rejecting(id, accessions[0] ?? ''))).toBe('wrong_state')
    }
  })
})

describe('the database', () => {
  const broken = (statement: Promise<unknown>) =>
    statement.then(
      () => 'taken',
      (error) => String(error),
    )

  test('allows no second specimen of a kind for an order', async () => {
    const id = await paid()
    await expecting(id)
    expect(
      await broken(world.sql`insert into specimen (order_id, accession, specimen, container, expected_at)
        select order_id, '26X-99999', specimen, container, now() from specimen where order_id = ${id} limit 1`),
    ).toContain('specimen_in_force')
  })

  test('keeps a label’s text, a rejection, the tests served and the history', async () => {
    const { id, accessions } = await inTheLab()
    await rejecting(id, accessions[0] ?? '')
    const [one] = await repository.specimensOf(world.db, id)
    for (const statement of [
      world.sql`update specimen set accession = '26X-00001' where order_id = ${id} and state = 'received'`,
      world.sql`update specimen set rejected_note = 'no' where accession = ${accessions[0] ?? ''}`,
      world.sql`update specimen_test set position = 2 where order_id = ${id}`,
      world.sql`delete from specimen_event where specimen_id = ${one?.id ?? ''}`,
    ])
      expect(await broken(statement)).toMatch(/final|append-only/)
  })

  test('lets a specimen serve only lines of its own order', async () => {
    const [mine, theirs] = [await paid(), await paid({ test: [{ ...semen }], gender: 'Male' })]
    const [one] = await expecting(mine)
    expect(
      await broken(world.sql`insert into specimen_test (specimen_id, order_id, position, test_id)
        select ${one?.id ?? ''}, order_id, position, test_id from lab_order_line where order_id = ${theirs}`),
    ).toContain('specimen_test_specimen_id_order_id_fkey')
  })
})

test('an order without specimens is in the lab once the patient has been seen', async () => {
  const id = await paid({ test: [{ ...bleeding }] })
  expect(await expecting(id)).toEqual([])
  expect(await testsReady(world.db, id)).toEqual([])
  expect((await collecting(id)).state).toBe('lab_processing')
  expect((await collecting(id)).state).toBe('lab_processing')
  expect(await testsReady(world.db, id)).toHaveLength(1)
  const mixed = await paid({ test: [{ ...bleeding }, { ...fbc }] })
  expect(await expecting(mixed)).toHaveLength(1)
  expect((await collecting(mixed)).state).toBe('sample_collected')
  // The blood is in transit; the bleeding time, measured on the patient, can be entered.
  expect(await testsReady(world.db, mixed)).toEqual([{ position: 1, testId: expect.any(Number) }])
})
