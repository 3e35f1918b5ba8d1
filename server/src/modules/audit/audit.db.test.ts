import {
  checkIn,
  collectSamples,
  downloadReport,
  enterResults,
  exportOrder,
  readLabOrder,
  readLabResults,
  readResults,
  receiveSample,
  rejectSample,
  sendBackReport,
  verifyReport,
} from '@labalaba/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../test/bench.ts'
import { ada, drBello, sola, sugar, tola } from '../../../test/cast.ts'
import { plausible, releaseAll, reportsOf } from '../../../test/results.ts'
import { pay } from '../../../test/stages.ts'
import { book, bookingForm, buildWorld, until } from '../../../test/world.ts'
import { readBreaches } from '../../invariants.ts'

const world = await buildWorld()
const chain = 'who saw what of a patient is one chain for each order, and no one has altered it'

async function released() {
  const asAda = await world.as(ada)
  const reference = await orderAtBench(world, asAda, { test: [{ ...sugar }] })
  await releaseAll(world, reference)
  return { asAda, reference }
}

const entriesOf = (reference: string) =>
  world.sql<{ number: number; role: string; what: string }[]>`select number, role, what from audit_entry
    where order_id = (select id from lab_order where reference = ${reference}) order by number`

const saidOf = async (reference: string) =>
  (await entriesOf(reference)).map(({ role, what }) => `${role} ${what}`)

class Undone extends Error {}

/** What is broken after a statement that bypasses every guard; then it is rolled back. */
async function brokenBy(statement: string): Promise<string[]> {
  const names: string[] = []
  const trial = world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { numAffectedRows } = await sql.raw(statement).execute(tx)
    expect(Number(numAffectedRows), statement).toBe(1)
    for (const { name } of await readBreaches(tx)) names.push(name)
    throw new Undone()
  })
  await trial.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return names
}

describe('who saw or changed what', () => {
  test('is recorded with each view, each PDF and each release', async () => {
    const { asAda, reference } = await released()
    await (await world.as(sola))(readLabOrder, { params: { reference } })
    const { data } = await asAda(readResults, { params: { reference } })
    const path = downloadReport.path
      .replace(':reference', reference)
      .replace(':report', data.results[0]?.id ?? '')
    const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
    expect((await fetch(`${world.publicUrl}${path}`, { headers })).status).toBe(200)
    const entries = await entriesOf(reference)
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, at) => at + 1))
    const said = entries.map(({ role, what }) => `${role} ${what}`)
    expect(said.slice(-4)).toEqual([
      'lab report_released',
      'lab order_seen',
      'patient report_read',
      'patient report_saved',
    ])
    expect(said).toContain('lab results_seen')
    expect(said).toContain('lab report_read')
  })

  test('is recorded for each act of the lab, which returns the patient’s name', async () => {
    const { order: reference, payment } = await book(
      await world.as(ada),
      bookingForm({ test: [{ ...sugar }] }),
    )
    await pay(world, payment)
    const asSola = await world.as(sola)
    await asSola(checkIn, { params: { reference } })
    const { data } = await asSola(collectSamples, { params: { reference }, body: {} })
    const params = { accession: data.specimens[0]?.accession ?? '' }
    await asSola(receiveSample, { params })
    await asSola(rejectSample, { params, body: { reason: 'leaked', note: null } })
    expect(await saidOf(reference)).toEqual([
      'lab checked_in',
      ...Array.from({ length: 3 }, () => 'lab sample_handled'),
    ])
  })

  test('is recorded for each transition of a report', async () => {
    const reference = await orderAtBench(world, await world.as(ada), { test: [{ ...sugar }] })
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const [report = expect.unreachable()] = await reportsOf(asSola, reference)
    const params = { id: report.id }
    await asSola(enterResults, { params, body: { values: plausible(report), basedOn: null } })
    const seen = (await reportsOf(asTola, reference))[0]?.versions[0]?.enteredAt ?? ''
    await asTola(verifyReport, { params, body: { seen } })
    await asTola(sendBackReport, { params, body: { reason: 'Count it again' } })
    const moves = (await saidOf(reference)).filter((said) => !/(seen|read|handled|checked_in)$/.test(said))
    expect(moves).toEqual(['lab values_entered', 'lab report_verified', 'lab report_sent_back'])
  })

  test('is recorded with the earlier order whose values the lab has seen', async () => {
    const patient = { test: [{ ...sugar }], name: 'Kemi Before', dob: '1980-02-03' }
    const asAda = await world.as(ada)
    const before = await orderAtBench(world, asAda, patient)
    await releaseAll(world, before)
    const length = (await entriesOf(before)).length
    const reference = await orderAtBench(world, asAda, patient)
    await (await world.as(tola))(readLabResults, { params: { reference } })
    expect((await saidOf(before)).slice(length)).toEqual(['lab report_read'])
  })

  test('is recorded for an export to another system, also without results', async () => {
    const asDoctor = await world.as(drBello)
    const reference = await orderAtBench(world, asDoctor, {
      test: [{ ...sugar }],
      email: 'kemi@example.com',
    })
    const headers = { authorization: `Bearer ${await world.tokenOf(drBello)}` }
    const path = exportOrder.path.replace(':reference', reference)
    expect((await fetch(`${world.publicUrl}${path}`, { headers })).status).toBe(200)
    expect((await saidOf(reference)).at(-1)).toBe('doctor order_seen')
  })

  test('is consistent with the version: a reader who comes during the release of a correction waits for it, and gets the new one', async () => {
    const { asAda, reference } = await released()
    const { reading } = await world.sql.begin(async (sql) => {
      await sql`select from lab_order where reference = ${reference} for update`
      const reading = asAda(readResults, { params: { reference } })
      // Its first statement waits: it has read nothing yet.
      await until('it waits for the order', async () => {
        const waiting = await world.sql<{ query: string }[]>`select query from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`
        return waiting.some(({ query }) => query.includes('"lab_order"') && query.includes('for key share'))
      })
      // In an object, because a returned promise would be awaited.
      return { reading }
    })
    expect((await reading).httpStatus).toBe(200)
  })

  test('is one chain for each order, also with fifty concurrent views', async () => {
    const { asAda, reference } = await released()
    const before = (await entriesOf(reference)).length
    await Promise.all(Array.from({ length: 50 }, () => asAda(readResults, { params: { reference } })))
    const entries = await entriesOf(reference)
    expect(entries.length).toBe(before + 50)
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, at) => at + 1))
    expect(await readBreaches(world.db)).toEqual([])
  })

  test('cannot be changed, deleted or inserted between others', async () => {
    const { reference } = await released()
    const order = `(select id from lab_order where reference = '${reference}')`
    for (const statement of [
      `update audit_entry set role = 'lab' where order_id = ${order} and number = 1`,
      `delete from audit_entry where order_id = ${order} and number = 1`,
      'truncate audit_entry',
    ])
      await expect(sql.raw(statement).execute(world.db)).rejects.toThrow('append-only')
    const length = (await entriesOf(reference)).length
    await sql
      .raw(`insert into audit_entry (order_id, number, at, role, account_id, what, prev_hash, hash)
        select ${order}, 1, now(), 'lab', min(id), 'order_seen', sha256('by hand'), sha256('by hand') from account`)
      .execute(world.db)
    expect((await entriesOf(reference)).at(-1)).toMatchObject({ number: length + 1, what: 'order_seen' })
    expect(await readBreaches(world.db)).toEqual([])
  })

  test('shows every alteration that bypasses the guards', async () => {
    const { asAda, reference } = await released()
    await asAda(readResults, { params: { reference } })
    const second = `where order_id = (select id from lab_order where reference = '${reference}') and number = 2`
    for (const change of [
      `at = at + interval '1 microsecond'`,
      `account_id = (select id from account where email = 'chidi@cast.example')`,
      `what = case what when 'order_seen' then 'results_seen' else 'order_seen' end, report_id = null, report_number = null`,
      `hash = sha256('by hand')`,
      `prev_hash = sha256('by hand')`,
      'number = 1000',
    ])
      expect(await brokenBy(`update audit_entry set ${change} ${second}`), change).toContain(chain)
    expect(await brokenBy(`delete from audit_entry ${second}`)).toContain(chain)
    const head = `order_id = (select id from lab_order where reference = '${reference}')`
    const last = `number = (select number from audit_head where ${head})`
    expect(await brokenBy(`delete from audit_entry where ${head} and ${last}`)).toContain(chain)
    // Recomputing the hash by hand breaks the next entry.
    const again = `update audit_entry set at = now(), hash = audit_hash(
      (order_id, number, now(), role, account_id, share_id, what, report_id, report_number, prev_hash, hash)::audit_entry)`
    expect(await brokenBy(`${again} ${second}`)).toContain(chain)
  })
})
