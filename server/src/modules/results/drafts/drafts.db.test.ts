import {
  collectSamples,
  enterResults,
  exportOrder,
  forgetEntryDraft,
  type LabReport,
  readResults,
  receiveSample,
  rejectSample,
  saveEntryDraft,
  verifyReport,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, castPassword, chidi, ops, sola, sugar, tola, yaba } from '../../../../test/cast.ts'
import { releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import { createVerifiedAccount } from '../../accounts/index.ts'
import { placeMember } from '../../labs/index.ts'
import { deleteOldResultDrafts } from './drafts.ts'

const world = await buildWorld()
const uche = { email: 'uche@cast.example', name: 'Uche Nwosu', type: 'lab' } as const
const account = await createVerifiedAccount(world.db, world.parts, {
  ...{ ...uche, phone: '2348030000077', password: castPassword, address: 'Yaba' },
})
await world.db
  .transaction()
  .execute((tx) => placeMember(tx, account, { lab: yaba.slug, duties: ['scientist'], locations: [] }))

let asAda: Caller
let asSola: Caller
let asUche: Caller
let asTola: Caller
let order: string
let id: string

beforeEach(async () => {
  ;[asAda, asSola, asUche, asTola] = await Promise.all([
    world.as(ada),
    world.as(sola),
    world.as(uche),
    world.as(tola),
  ])
  order = await orderAtBench(world, asAda, { test: [{ ...sugar }] })
  id = (await only(asSola)).id
})

async function only(caller: Caller): Promise<LabReport> {
  return (await reportsOf(caller, order))[0] ?? expect.unreachable()
}
async function keep(
  caller: Caller,
  value: string,
  basedOn: string | null = null,
  upon: string | null = null,
) {
  const body = { typed: [{ position: 1, value }], basedOn, upon }
  return await caller(saveEntryDraft, { params: { id }, body })
}
async function enter(caller: Caller, value: string, typed: string | null = null) {
  const basedOn = (await only(caller)).versions[0]?.enteredAt ?? null
  const body = { values: [{ position: 1, value }], basedOn, typed }
  return await caller(enterResults, { params: { id }, body })
}
const kept = async (caller: Caller) => (await only(caller)).draft

describe('a result draft', () => {
  test('is shown in another session, and to another scientist with its author and time', async () => {
    const saved = await keep(asSola, '5.')
    expect(saved.httpStatus).toBe(200)
    const again = await kept(await world.as(sola))
    expect(again).toEqual({ ...saved.data, mine: true, by: 'Sola', stale: false })
    expect(again?.typed).toMatchObject([{ position: 1, value: '5.' }])
    expect(await kept(asUche)).toEqual({ ...saved.data, mine: false })
  })

  test('is no result: neither the patient, nor the FHIR copy, nor the verifier reads it', async () => {
    await keep(asSola, '31.7')
    const verifier = await only(asTola)
    expect(verifier.draft).toMatchObject({ by: 'Sola', mine: false, typed: [] })
    expect(verifier.versions).toEqual([])
    const seen = { params: { id }, body: { seen: verifier.draft?.at ?? '' } }
    expect((await asTola(verifyReport, seen)).httpStatus).toBe(409)
    const own = await asAda(readResults, { params: { reference: order } })
    const copy = await asAda(exportOrder, { params: { reference: order } })
    expect(JSON.stringify([own, copy])).not.toContain('31.7')
    expect(await world.sql`select from result_value where report_id = ${id}`).toEqual([])
  })

  test('is deleted when the values are saved, and a late save does not bring it back', async () => {
    const { data } = await keep(asSola, '5.1')
    expect((await enter(asSola, '5.1', data.version)).httpStatus).toBe(200)
    expect(await kept(asSola)).toBeNull()
    for (const basedOn of [data.version, null]) {
      const late = await keep(asSola, '5.12', basedOn)
      expect([late.code, late.data]).toEqual(['draft_changed', null])
    }
    expect(await kept(asSola)).toBeNull()
    const upon = (await only(asSola)).versions[0]?.enteredAt ?? null
    expect((await keep(asSola, '5.2', null, upon)).httpStatus).toBe(200)
  })

  test('is not overwritten by a person who has not seen it; they are shown it', async () => {
    const { data: mine } = await keep(asSola, '5.1')
    const refused = await keep(asUche, '6.6')
    expect([refused.httpStatus, refused.code]).toEqual([409, 'draft_changed'])
    expect(refused.data).toMatchObject({ by: 'Sola', mine: false, typed: [{ position: 1, value: '5.1' }] })
    const { data: theirs } = await keep(asUche, '6.6', mine.version)
    expect(theirs).toMatchObject({ by: 'Uche', mine: true })
    const late = await keep(asSola, '5.15', mine.version)
    expect([late.code, late.data]).toMatchObject(['draft_changed', { by: 'Uche' }])
  })

  test('saved by twenty at once: one is stored, the others are refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, tab) => keep(tab % 2 ? asSola : asUche, `${tab}`)),
    )
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'draft_changed')).toHaveLength(19)
  })

  test('stays when another person saves values meanwhile, and is marked as older than those', async () => {
    await keep(asUche, '6.6')
    world.clock.moveOn(1000)
    expect((await enter(asSola, '5.1')).httpStatus).toBe(200)
    expect(await kept(asUche)).toMatchObject({
      mine: true,
      stale: true,
      typed: [{ position: 1, value: '6.6' }],
    })
  })

  test('can be discarded by the person who sees it, but only in the version they saw', async () => {
    const { data: first } = await keep(asSola, '5.1')
    const { data: second } = await keep(asSola, '5.2', first.version)
    const forget = async (version: string) =>
      await asUche(forgetEntryDraft, { params: { id }, body: { version } })
    expect((await forget(first.version)).httpStatus).toBe(200)
    expect((await kept(asSola))?.version).toBe(second.version)
    await forget(second.version)
    expect(await kept(asSola)).toBeNull()
  })

  test('is only a scientist’s of that lab, and only while values can be entered', async () => {
    expect((await keep(asTola, '5')).code).toBe('not_your_duty')
    for (const other of [asAda, await world.as(chidi), await world.as(ops)])
      expect((await keep(other, '5')).httpStatus).toBe(404)
    await releaseAll(world, order)
    expect((await keep(asSola, '5')).code).toBe('wrong_state')
  })

  test('is deleted at the release, whoever typed it', async () => {
    await keep(asUche, '9.9')
    await releaseAll(world, order)
    expect(await world.sql`select from entry_draft where report_id = ${id}`).toEqual([])
  })

  test('belongs to its sample: it is not offered for the next one', async () => {
    await keep(asSola, '5.1')
    const [sample] = await world.sql<{ accession: string }[]>`
      select accession from specimen where order_id = (select id from lab_order where reference = ${order})`
    const params = { accession: sample?.accession ?? '' }
    await asSola(rejectSample, { params, body: { reason: 'haemolysed' } })
    world.clock.moveOn(60_000)
    await asSola(collectSamples, { params: { reference: order }, body: {} })
    const [next] = await world.sql<{ accession: string }[]>`
      select accession from specimen where state = 'collected' and order_id =
        (select id from lab_order where reference = ${order})`
    await asSola(receiveSample, { params: { accession: next?.accession ?? '' } })
    expect(await kept(asSola)).toBeNull()
    expect((await keep(asSola, '4.4')).httpStatus).toBe(200)
  })

  test('is stored for a week after its last change', async () => {
    await keep(asSola, '5.1')
    world.clock.moveOn(6 * 24 * 60 * 60_000)
    expect(await deleteOldResultDrafts(world.db, world.clock)).toBe(0)
    world.clock.moveOn(24 * 60 * 60_000)
    expect(await kept(await world.as(sola))).toBeNull()
    expect(await deleteOldResultDrafts(world.db, world.clock)).toBeGreaterThan(0)
  })

  test.each([
    ['too much', '5'.repeat(20_000), 7],
    ['a control character', 'a\u0000b', 1],
  ])('of %s is refused', async (_, value, lines) => {
    const typed = Array.from({ length: lines }, (__, index) => ({ position: index + 1, value }))
    const answer = await asSola(saveEntryDraft, {
      params: { id },
      body: { typed, basedOn: null, upon: null },
    })
    expect([answer.httpStatus, answer.code]).toEqual([400, 'invalid'])
  })

  test('is in no log', async () => {
    await keep(asSola, 'Unloggable finding')
    await kept(asSola)
    expect(world.logged.join()).not.toMatch(/unloggable/i)
  })
})
