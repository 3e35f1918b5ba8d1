import {
  type BodySent,
  correctReport,
  deleteAccount,
  downloadReport,
  downloadShared,
  enterResults,
  exportOrder,
  listReaders,
  listShares,
  makeShare,
  openShare,
  provePatient,
  readResults,
  readShare,
  releaseReport,
  revokeShare,
  verifyReport,
} from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, castPassword, chidi, drBello, fbc, ops, sola, sugar, tola } from '../../../../test/cast.ts'
import { releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld } from '../../../../test/world.ts'
import { revokeSharesOf } from './shares.ts'

const world = await buildWorld()
const { nobody, sql } = world
const minute = 60 * 1000

const oneTest = { test: [{ ...sugar }], name: ada.name, dob: '1961-04-12', person: 'self' as const }
const nowhere = '00000000-0000-4000-8000-000000000000'

/** An order of Ada's whose results are out, with their ids. */
async function released(form: object = oneTest) {
  const asAda = await world.as(ada)
  const reference = await orderAtBench(world, asAda, form)
  await releaseAll(world, reference)
  const { data } = await asAda(readResults, { params: { reference } })
  return { asAda, reference, reports: data.results.map(({ id }) => id) }
}

/** The same, with a link to all of them. */
async function shared(how: Partial<BodySent<typeof makeShare>> = {}) {
  const order = await released()
  const { asAda, reference, reports } = order
  const body = { reports, lasts: 'week', forWhom: 'Dr Ade', ...how } as const
  const { data } = await asAda(makeShare, { params: { reference }, body })
  const token = data.url.split('/shared/')[1] ?? ''
  return { ...order, ...data, token }
}

/** Makes the tests of an order those of one package, past the guards of what was ordered. */
async function asPackage(reference: string, name: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const [order] = await tx`update lab_order_line set name = ${name} where position = 1
      and order_id = (select id from lab_order where reference = ${reference}) returning order_id`
    await tx`update report set position = 1 where order_id = ${order?.order_id}`
  })
}

const open = (token: string, passcode: string) => nobody(openShare, { params: { token }, body: { passcode } })
const wrongOf = (passcode: string) => (passcode === '000000' ? '000001' : '000000')

async function sheet(token: string, report: string, passcode: string): Promise<Response> {
  const path = downloadShared.path.replace(':token', token).replace(':report', report)
  const headers = { 'content-type': 'application/json' }
  return await fetch(`${world.publicUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ passcode }),
  })
}

describe('a share', () => {
  test('opens the results with its passcode, as their owner reads them, and their PDF', async () => {
    const { asAda, reference, token, passcode, reports } = await shared()
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(passcode).toMatch(/^\d{6}$/)
    expect(await nobody(readShare, { params: { token } })).toMatchObject({ httpStatus: 200 })
    const { data } = await open(token, passcode)
    const own = await asAda(readResults, { params: { reference } })
    expect(data).toMatchObject({
      patientName: ada.name,
      lab: 'Yaba Lab',
      location: own.data.location,
    })
    expect(data.results).toEqual(own.data.results.map((one) => ({ ...one, file: true })))
    expect(JSON.stringify(data)).not.toContain(reference)
    const file = await sheet(token, reports[0] ?? '', passcode)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect((await sheet(token, reports[0] ?? '', wrongOf(passcode))).status).toBe(400)
    expect((await sheet(token, nowhere, passcode)).status).toBe(404)
  })

  test('shows sex, age and the day of the sample, and never the date of birth, which proves identity', async () => {
    const { token, passcode, reference } = await shared()
    const { data } = await open(token, passcode)
    expect(data).toMatchObject({ gender: 'Female', age: '65 years' })
    const [sample] = await sql<{ taken: Date }[]>`select collected_at as taken from specimen
      where order_id = (select id from lab_order where reference = ${reference})`
    expect(data.results.map(({ takenAt }) => takenAt)).toEqual([sample?.taken.toISOString()])
    expect(JSON.stringify(data)).not.toMatch(/1961|born|dob/i)
  })

  test('is shown once: neither its token nor its passcode is stored or logged', async () => {
    const { id, token, passcode } = await shared()
    await open(token, passcode)
    const [row] = await sql`select result_share::text as kept from result_share where id = ${id}`
    expect(row?.kept).not.toContain(passcode)
    expect(row?.kept).not.toContain(token)
    expect(world.logged.join('')).not.toContain(token)
  })

  test('shows only the chosen results, in their newest version, with the reason', async () => {
    const { asAda, reference } = await released({ test: [{ ...fbc }, { ...sugar }] })
    const { data: all } = await asAda(readResults, { params: { reference } })
    const [, glucose = expect.unreachable()] = all.results
    const body = { reports: [glucose.id], lasts: 'day' as const }
    const { data: made } = await asAda(makeShare, { params: { reference }, body })
    const token = made.url.split('/shared/')[1] ?? ''
    expect((await open(token, made.passcode)).data.results).toMatchObject([
      { test: glucose.test, correction: null },
    ])
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const params = { id: glucose.id }
    await asTola(correctReport, { params, body: { reason: 'a slip of the pen' } })
    const seen = async () =>
      (await reportsOf(asTola, reference)).find(({ id }) => id === glucose.id)?.versions[0]?.enteredAt ?? ''
    const values = [{ position: 1, value: '6.1' }]
    await asSola(enterResults, { params, body: { values, basedOn: await seen() } })
    await asTola(verifyReport, { params, body: { seen: await seen() } })
    expect((await open(token, made.passcode)).data.results[0]?.correction).toBe(null)
    await asTola(releaseReport, { params, body: { counselledBy: null } })
    expect((await open(token, made.passcode)).data.results).toMatchObject([
      { correction: 'a slip of the pen', values: [{ value: '6.1' }] },
    ])
  })

  test('hides the package, and gives a PDF that names it only if all its tests are shared', async () => {
    const { asAda, reference } = await released({ test: [{ ...fbc }, { ...sugar }] })
    await asPackage(reference, 'Sexual health package')
    const { data: all } = await asAda(readResults, { params: { reference } })
    expect(all.results.map(({ partOf }) => partOf)).toEqual(Array(2).fill('Sexual health package'))
    const ids = all.results.map(({ id }) => id)
    const opened = async (reports: string[]) => {
      const body = { reports, lasts: 'day' as const }
      const { data: made } = await asAda(makeShare, { params: { reference }, body })
      const token = made.url.split('/shared/')[1] ?? ''
      const { data } = await open(token, made.passcode)
      expect(JSON.stringify(data)).not.toContain('Sexual')
      const { status } = await sheet(token, ids[0] ?? '', made.passcode)
      return [...data.results.map(({ file }) => file), status]
    }
    expect(await opened(ids.slice(0, 1))).toEqual([false, 404])
    expect(await opened(ids)).toEqual([true, true, 200])
  })

  test('works for the chosen time and no longer', async () => {
    const { asAda, reference, token, passcode } = await shared({ lasts: 'day' })
    world.clock.moveOn(24 * 60 * minute - minute)
    expect(await open(token, passcode)).toMatchObject({ httpStatus: 200 })
    world.clock.moveOn(minute)
    expect(await open(token, passcode)).toMatchObject({ httpStatus: 404 })
    expect(await nobody(readShare, { params: { token } })).toMatchObject({ httpStatus: 404 })
    const asAdaAgain = await world.as(ada)
    expect(await asAda(listShares, { params: { reference } })).toMatchObject({ httpStatus: 401 })
    const { data } = await asAdaAgain(listShares, { params: { reference } })
    expect(data).toMatchObject([{ state: 'expired', url: null }])
  })

  test('of a sensitive result needs an explicit choice', async () => {
    const { asAda, reference, reports } = await released()
    await sql`update test set sensitive = 'by hand', sensitive_until = null
      where id = (select test_id from report where id = ${reports[0] ?? ''})`
    const { data } = await asAda(readResults, { params: { reference } })
    expect(data.results).toMatchObject([{ sensitive: true }])
    const body = { reports, lasts: 'day' } as const
    expect(await asAda(makeShare, { params: { reference }, body })).toMatchObject({
      code: 'sensitive_unseen',
    })
    const seeing = (sensitive: readonly string[]) =>
      asAda(makeShare, { params: { reference }, body: { ...body, sensitive: [...sensitive] } })
    expect(await seeing([nowhere])).toMatchObject({ code: 'sensitive_unseen' })
    expect(await seeing([...reports, nowhere])).toMatchObject({ code: 'sensitive_unseen' })
    expect(await seeing(reports)).toMatchObject({ httpStatus: 200 })
    await sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
    expect(await seeing(reports)).toMatchObject({ code: 'sensitive_unseen' })
  })

  test('of a report that is not released, or of another order, is not found; ten at most are open', async () => {
    const { asAda, reference, reports } = await released()
    const other = await released()
    const make = (chosen: readonly string[]) =>
      asAda(makeShare, { params: { reference }, body: { reports: [...chosen], lasts: 'day' } })
    expect(await make([nowhere])).toMatchObject({ httpStatus: 404 })
    expect(await make([...reports, ...other.reports])).toMatchObject({ httpStatus: 404 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => make(reports)))
    const codes = answers.map(({ httpStatus, code }) => `${httpStatus} ${code ?? ''}`.trim())
    expect(codes.toSorted()).toEqual([...Array(10).fill('200'), ...Array(10).fill('409 many_shares')])
  })

  test('shows nothing once its order was cancelled', async () => {
    const { reference, token, passcode } = await shared()
    await sql`update lab_order set state = 'cancelled' where reference = ${reference}`
    expect(await open(token, passcode)).toMatchObject({ httpStatus: 404 })
    expect(await nobody(readShare, { params: { token } })).toMatchObject({ httpStatus: 404 })
    await sql`update lab_order set state = 'results_ready' where reference = ${reference}`
  })
})

describe('a passcode', () => {
  test('that is wrong is counted: five lock the link for all readers, fifteen close it permanently', async () => {
    const { token, passcode, reference } = await shared()
    const wrong = () => open(token, wrongOf(passcode))
    for (const round of [1, 2, 3]) {
      for (const _ of [1, 2, 3, 4, 5])
        expect(await wrong()).toMatchObject({ httpStatus: 400, code: 'wrong_passcode' })
      if (round === 3) break
      expect(await wrong()).toMatchObject({ httpStatus: 429, code: 'too_many' })
      expect(await open(token, passcode)).toMatchObject({ httpStatus: 429 })
      world.clock.moveOn(14 * minute)
      expect(await open(token, passcode)).toMatchObject({ httpStatus: 429 })
      world.clock.moveOn(minute)
      expect(await open(token, passcode)).toMatchObject({ httpStatus: 200 })
    }
    expect(await open(token, passcode)).toMatchObject({ httpStatus: 404 })
    const [share] = (await (await world.as(ada))(listShares, { params: { reference } })).data
    expect(share).toMatchObject({ state: 'closed', url: null, timesOpened: 2 })
  })

  test('thirty wrong ones at once count as five', async () => {
    const { id, token, passcode } = await shared()
    const answers = await Promise.all(Array.from({ length: 30 }, () => open(token, wrongOf(passcode))))
    const counts = new Map<number, number>()
    for (const { httpStatus } of answers) counts.set(httpStatus, (counts.get(httpStatus) ?? 0) + 1)
    expect(Object.fromEntries(counts)).toEqual({ 400: 5, 429: 25 })
    const [row] = await sql`select wrong_tries from result_share where id = ${id}`
    expect(row?.wrong_tries).toBe(5)
  })

  test('is six digits, and is never part of an address', async () => {
    const { token } = await shared()
    for (const passcode of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
      expect(await open(token, passcode)).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })

  test('of an unknown link gets the same answer as an ended one', async () => {
    const { asAda, reference, id, token, passcode } = await shared()
    await asAda(revokeShare, { params: { reference, share: id } })
    const ended = await open(token, passcode)
    for (const other of ['x'.repeat(22), '', token.toLowerCase(), `${token}=`, 'x'.repeat(64)]) {
      const answer = other === '' ? await open('%20', passcode) : await open(other, passcode)
      expect([answer.httpStatus, answer.code, answer.message]).toEqual([
        ended.httpStatus,
        ended.code,
        ended.message,
      ])
    }
  })
})

describe('stopping a share', () => {
  test('ends it at once, and a repeat changes nothing', async () => {
    const { asAda, reference, id, token, passcode } = await shared()
    const stop = () => asAda(revokeShare, { params: { reference, share: id } })
    expect(await stop()).toMatchObject({ httpStatus: 200 })
    expect(await open(token, passcode)).toMatchObject({ httpStatus: 404 })
    expect(await stop()).toMatchObject({ httpStatus: 200 })
    const { data } = await asAda(listShares, { params: { reference } })
    expect(data).toMatchObject([{ state: 'revoked', url: null }])
    const revoked = await sql`select from audit_entry where share_id = ${id} and what = 'share_revoked'`
    expect(revoked.length).toBe(1)
  })

  test('and opening it concurrently: it cannot be opened after it was stopped', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { asAda, reference, id, token, passcode } = await shared()
      const [stops, opens] = await Promise.all([
        Promise.all([1, 2].map(() => asAda(revokeShare, { params: { reference, share: id } }))),
        Promise.all(Array.from({ length: 8 }, () => open(token, passcode))),
      ])
      expect(stops.map(({ httpStatus }) => httpStatus)).toEqual([200, 200])
      expect(opens.every(({ httpStatus }) => httpStatus === 200 || httpStatus === 404)).toBe(true)
      const entries = await sql<{ what: string }[]>`select what from audit_entry
        where share_id = ${id} and what like 'share%' order by number`
      const said = entries.map(({ what }) => what)
      const good = opens.filter(({ httpStatus }) => httpStatus === 200).length
      expect(said).toEqual(['share_made', ...Array(good).fill('share_opened'), 'share_revoked'])
    }
  })

  test('happens automatically when its maker deletes their account', async () => {
    const { id, token, passcode } = await shared()
    const [row] = await sql<{ account_id: number }[]>`select account_id from result_share where id = ${id}`
    await world.db.transaction().execute((tx) => revokeSharesOf(tx, row?.account_id ?? 0, world.clock.now()))
    expect(await open(token, passcode)).toMatchObject({ httpStatus: 404 })
  })
})

describe('actions that store rows permanently are limited', () => {
  test('sixty readings of an order in an hour, on the screen and as a file', async () => {
    const { asAda, reference } = await released()
    const read = () => asAda(readResults, { params: { reference } })
    for (let times = 2; times <= 60; times += 1) expect((await read()).httpStatus).toBe(200)
    expect(await read()).toMatchObject({ httpStatus: 429, code: 'too_many' })
    expect(await asAda(exportOrder, { params: { reference } })).toMatchObject({ httpStatus: 429 })
    const file = { reference, report: nowhere }
    expect(await asAda(downloadReport, { params: file })).toMatchObject({ httpStatus: 429 })
    const other = await released()
    expect(other.reports.length).toBe(1)
    world.clock.moveOn(60 * minute)
    const asAdaAgain = await world.as(ada)
    expect(await asAdaAgain(readResults, { params: { reference } })).toMatchObject({ httpStatus: 200 })
  })

  test('thirty links to an order in a day, of which the last twenty that ended are listed', async () => {
    const { asAda, reference, reports } = await released()
    const make = () => asAda(makeShare, { params: { reference }, body: { reports, lasts: 'week' } })
    const { data: first } = await make()
    for (let times = 2; times <= 30; times += 1) {
      const { data } = await make()
      expect(await asAda(revokeShare, { params: { reference, share: data.id } })).toMatchObject({
        httpStatus: 200,
      })
    }
    expect(await make()).toMatchObject({ httpStatus: 429, code: 'too_many' })
    const { data: listed } = await asAda(listShares, { params: { reference } })
    expect(listed.map(({ state }) => state).toSorted()).toEqual(['open', ...Array(20).fill('revoked')])
    expect(await asAda(revokeShare, { params: { reference, share: first.id } })).toMatchObject({
      httpStatus: 200,
    })
  })

  test('sixty openings of a link in an hour, of which the last five are listed', async () => {
    const { asAda, reference, token, passcode } = await shared()
    for (let times = 1; times <= 60; times += 1) expect((await open(token, passcode)).httpStatus).toBe(200)
    expect(await open(token, passcode)).toMatchObject({ httpStatus: 429, code: 'too_many' })
    const [share] = (await asAda(listShares, { params: { reference } })).data
    expect([share?.timesOpened, share?.opened.length]).toEqual([60, 5])
  })
})

describe('another person’s order', () => {
  test('is not found: results that an account may not read it cannot share, list or stop', async () => {
    const { reference, reports, id } = await shared()
    for (const person of [chidi, drBello, ops, sola]) {
      const asThem = await world.as(person)
      const params = { reference }
      const body = { reports, lasts: 'day' } as const
      expect(await asThem(makeShare, { params, body })).toMatchObject({ httpStatus: 404 })
      expect(await asThem(listShares, { params })).toMatchObject({ httpStatus: 404 })
      expect(await asThem(listReaders, { params })).toMatchObject({ httpStatus: 404 })
      expect(await asThem(revokeShare, { params: { reference, share: id } })).toMatchObject({
        httpStatus: 404,
      })
    }
    const other = await shared()
    const foreign = { reference: other.reference, share: id }
    expect(await other.asAda(revokeShare, { params: foreign })).toMatchObject({ httpStatus: 404 })
  })

  test('needs a recent password, except for stopping', async () => {
    const { asAda, reference, reports, id } = await shared()
    world.clock.moveOn(16 * minute)
    const params = { reference }
    for (const answer of [
      await asAda(makeShare, { params, body: { reports, lasts: 'day' } }),
      await asAda(listShares, { params }),
      await asAda(listReaders, { params }),
    ])
      expect(answer).toMatchObject({ httpStatus: 403, code: 'sign_in_again' })
    expect(await asAda(revokeShare, { params: { reference, share: id } })).toMatchObject({ httpStatus: 200 })
  })

  test('the patient sees the booker’s shares, without their links, and can stop them', async () => {
    const asChidi = await world.as(chidi)
    const reference = await orderAtBench(world, asChidi, { ...oneTest, email: ada.email, person: undefined })
    await releaseAll(world, reference)
    const { data } = await asChidi(readResults, { params: { reference } })
    const body = { reports: data.results.map(({ id }) => id), lasts: 'day' } as const
    const { data: made } = await asChidi(makeShare, { params: { reference }, body })
    const asAda = await world.as(ada)
    await asAda(provePatient, { params: { reference }, body: { answer: oneTest.dob } })
    const seen = await asAda(listShares, { params: { reference } })
    expect(seen.data).toMatchObject([{ id: made.id, madeBy: 'Chidi', url: null, forWhom: null }])
    const own = await asChidi(listShares, { params: { reference } })
    expect(own.data).toMatchObject([{ madeBy: null, url: made.url }])
    expect(await asAda(revokeShare, { params: { reference, share: made.id } })).toMatchObject({
      httpStatus: 200,
    })
  })
})

test('an owner sees who has opened their results, and when and on what device a link was opened', async () => {
  const { asAda, reference, token, passcode, reports } = await shared()
  await nobody(openShare, { params: { token }, body: { passcode } })
  await sheet(token, reports[0] ?? '', passcode)
  const { data: readers } = await asAda(listReaders, { params: { reference } })
  expect(readers.map(({ role, name }) => [role, name])).toEqual([
    ['share', 'Dr Ade'],
    ['you', 'Ada'],
    ['lab', 'Sola'],
  ])
  expect(readers[0]).toMatchObject({ times: 2, saved: true })
  expect(readers[1]).toMatchObject({ times: 1, saved: false })
  const [share] = (await asAda(listShares, { params: { reference } })).data
  expect(share).toMatchObject({
    ...{ forWhom: 'Dr Ade', state: 'open', timesOpened: 2, tests: ['Fasting blood sugar'] },
    opened: [{ file: true }, { file: false }],
  })
})

test('a deleted account’s views are shown without a name, and its link as stopped', async () => {
  const asChidi = await world.as(chidi)
  const reference = await orderAtBench(world, asChidi, { ...oneTest, email: ada.email, person: undefined })
  await releaseAll(world, reference)
  const { data } = await asChidi(readResults, { params: { reference } })
  const body = { reports: data.results.map(({ id }) => id), lasts: 'day', forWhom: 'Dr Ade' } as const
  const { data: made } = await asChidi(makeShare, { params: { reference }, body })
  const token = made.url.split('/shared/')[1] ?? ''
  await open(token, made.passcode)
  world.clock.moveOn(minute)
  expect(await asChidi(deleteAccount, { body: { password: castPassword } })).toMatchObject({
    httpStatus: 200,
  })
  expect(await open(token, made.passcode)).toMatchObject({ httpStatus: 404 })
  const asAda = await world.as(ada)
  await asAda(provePatient, { params: { reference }, body: { answer: oneTest.dob } })
  const { data: shares } = await asAda(listShares, { params: { reference } })
  expect(shares).toMatchObject([{ state: 'revoked', madeBy: null, url: null, timesOpened: 1 }])
  const { data: readers } = await asAda(listReaders, { params: { reference } })
  expect(readers.map(({ role, name }) => [role, name]).toSorted()).toEqual([
    ['booker', null],
    ['lab', 'Sola'],
    ['share', 'Dr Ade'],
  ])
})
