import { createHash } from 'node:crypto'
import {
  checkReport,
  confirmSession,
  correctReport,
  downloadReport,
  enterResults,
  readResults,
  releaseReport,
  verifyReport,
} from '@labalaba/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../test/bench.ts'
import { ada, castPassword, chidi, sola, sugar, tola } from '../../../test/cast.ts'
import { releaseAll, reportsOf } from '../../../test/results.ts'
import { buildWorld, callerOf } from '../../../test/world.ts'

const world = await buildWorld()
const { nobody, sql } = world
const oneTest = { test: [{ ...sugar }], name: 'Mama Ngozi Obi', dob: '1961-04-12' }

async function released() {
  const asAda = await world.as(ada)
  const reference = await orderAtBench(world, asAda, oneTest)
  await releaseAll(world, reference)
  const { data } = await asAda(readResults, { params: { reference } })
  const [result = expect.unreachable()] = data.results
  return { reference, result }
}

async function sheetOf(token: string, reference: string, report: string): Promise<Response> {
  const path = downloadReport.path.replace(':reference', reference).replace(':report', report)
  return await fetch(`${world.publicUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a report that was released', () => {
  test('is confirmed as valid to a reader with its code, without a value', async () => {
    const { result } = await released()
    const { data } = await nobody(checkReport, { params: { code: result.code } })
    expect(data).toMatchObject({
      ...{
        status: 'valid',
        preliminary: false,
        correctedAt: null,
        lab: 'Yaba Lab',
        tests: ['Fasting blood sugar'],
      },
      ...{ initials: 'M. N. O.', bornIn: 1961 },
    })
    expect(JSON.stringify(data)).not.toMatch(/mmol|"value/)
    expect(JSON.stringify(data)).not.toContain('Ngozi')
    const typed = result.code.toLowerCase().replaceAll('-', '')
    expect((await nobody(checkReport, { params: { code: typed } })).data).toEqual(data)
  })

  test('is the same file each time, and its hash detects a change of one byte', async () => {
    const { reference, result } = await released()
    const token = await world.tokenOf(ada)
    const [one, other] = await Promise.all(
      [1, 2].map(
        async () => new Uint8Array(await (await sheetOf(token, reference, result.id)).arrayBuffer()),
      ),
    )
    if (!one || !other) expect.unreachable()
    const { data } = await nobody(checkReport, { params: { code: result.code } })
    expect(hashOf(one)).toBe(data.fileHash)
    expect(hashOf(other)).toBe(data.fileHash)
    const edited = one.slice()
    const middle = Math.floor(edited.length / 2)
    edited[middle] = (edited[middle] ?? 0) ^ 1
    expect(hashOf(edited)).not.toBe(data.fileHash)
  })

  test('has a PDF in the lab’s name with each value, its interval and the code', async () => {
    const { reference, result } = await released()
    const file = await (await sheetOf(await world.tokenOf(ada), reference, result.id)).arrayBuffer()
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })
    const [value = expect.unreachable()] = result.values
    for (const word of [
      'Yaba Lab',
      'Mama Ngozi Obi',
      'Fasting blood sugar',
      value.value,
      result.code,
      'Tola Bakare',
      'Page 1 of 1',
      'Venous blood',
    ])
      expect(text).toContain(word)
    expect(text).toContain(`${value.low} to ${value.high}`)
  })

  test('cannot be downloaded by others', async () => {
    const { reference, result } = await released()
    expect((await sheetOf(await world.tokenOf(chidi), reference, result.id)).status).toBe(404)
    const other = await released()
    expect((await sheetOf(await world.tokenOf(ada), reference, other.result.id)).status).toBe(404)
  })

  test('shows when it was corrected, and the new one is valid', async () => {
    const { reference, result } = await released()
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const params = { id: result.id }
    await asTola(correctReport, { params, body: { reason: 'a slip of the pen' } })
    const seen = async () => (await reportsOf(asTola, reference))[0]?.versions[0]?.enteredAt ?? ''
    const values = [{ position: 1, value: '6.1' }]
    await asSola(enterResults, { params, body: { values, basedOn: await seen() } })
    await asTola(verifyReport, { params, body: { seen: await seen() } })
    expect((await nobody(checkReport, { params: { code: result.code } })).data.status).toBe('valid')
    await asTola(releaseReport, { params, body: { counselledBy: null } })
    const after = (await nobody(checkReport, { params: { code: result.code } })).data
    expect(after).toMatchObject({ status: 'corrected', correctedAt: expect.any(String) })
    const { data } = await (await world.as(ada))(readResults, { params: { reference } })
    const next = data.results[0]?.code ?? ''
    expect(next).not.toBe(result.code)
    expect((await nobody(checkReport, { params: { code: next } })).data).toMatchObject({ status: 'valid' })
  })
})

describe('guessing a code', () => {
  test('ten thousand guesses find nothing, all get the same answer, and are slowed down', async () => {
    const { result } = await released()
    const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    const guess = (n: number) =>
      Array.from({ length: 16 }, (_, at) => letters[(n * 7919 + at * (n + 13)) % 32]).join('')
    const answers = new Map<string, number>()
    for (let round = 0; round < 100; round += 1) {
      const some = await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const n = round * 100 + index
          // Malformed ones among them.
          return nobody(checkReport, { params: { code: n % 10 === 0 ? `x${n}!` : guess(n) } })
        }),
      )
      for (const { httpStatus, code, data } of some) {
        expect(data).toBe(null)
        const said = `${httpStatus} ${code}`
        answers.set(said, (answers.get(said) ?? 0) + 1)
      }
    }
    expect(Object.fromEntries(answers)).toEqual({ '404 not_found': 30, '429 too_many': 9970 })
    // This many wrong codes make the next reader at that address wait too; later the code is found.
    expect(await nobody(checkReport, { params: { code: result.code } })).toMatchObject({ httpStatus: 429 })
    world.clock.moveOn(11 * 60 * 1000)
    expect(await nobody(checkReport, { params: { code: result.code } })).toMatchObject({ httpStatus: 200 })
  }, 300_000)

  test('forty wrong codes do not block the next reader at that address; three hundred do', async () => {
    world.clock.moveOn(11 * 60 * 1000)
    const { result } = await released()
    const wrong = async (many: number) => {
      const code = (n: number) => `WRNG-${String(n).padStart(4, '0')}-0000-0000`
      const answers = await Promise.all(
        Array.from({ length: many }, (_, n) => nobody(checkReport, { params: { code: code(n) } })),
      )
      return answers.filter(({ httpStatus }) => httpStatus === 404).length
    }
    const right = async () => (await nobody(checkReport, { params: { code: result.code } })).httpStatus
    expect(await wrong(40)).toBe(30)
    expect(await right()).toBe(200)
    expect(await wrong(259)).toBe(0)
    expect(await right()).toBe(200)
    expect(await wrong(1)).toBe(0)
    expect(await right()).toBe(429)
    world.clock.moveOn(11 * 60 * 1000)
    expect(await right()).toBe(200)
  }, 60_000)
})

describe('a password given again', () => {
  test('opens results for a quarter of an hour, a wrong one does not, and counts as a failed sign-in', async () => {
    const { reference } = await released()
    const asAda = callerOf(world.publicUrl, `Bearer ${await world.tokenOf(ada)}`)
    const read = () => asAda(readResults, { params: { reference } })
    world.clock.moveOn(15 * 60 * 1000 + 1000)
    expect(await read()).toMatchObject({ httpStatus: 403, code: 'sign_in_again' })
    const wrong = () => asAda(confirmSession, { body: { password: 'not it' } })
    expect(await wrong()).toMatchObject({ httpStatus: 400, code: 'wrong_password' })
    expect(await read()).toMatchObject({ code: 'sign_in_again' })
    expect(await asAda(confirmSession, { body: { password: castPassword } })).toMatchObject({
      httpStatus: 200,
    })
    expect(await read()).toMatchObject({ httpStatus: 200 })
    world.clock.moveOn(14 * 60 * 1000)
    expect(await read()).toMatchObject({ httpStatus: 200 })
    world.clock.moveOn(2 * 60 * 1000)
    expect(await read()).toMatchObject({ code: 'sign_in_again' })
    for (let tries = 0; tries < 10; tries += 1) await wrong()
    expect(await wrong()).toMatchObject({ httpStatus: 429 })
    expect(await asAda(confirmSession, { body: { password: castPassword } })).toMatchObject({
      httpStatus: 429,
    })
    await sql`delete from sign_in_failure`
  })
})
