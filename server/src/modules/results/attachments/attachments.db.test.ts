import {
  attachPdf,
  checkReport,
  collectSamples,
  correctReport,
  detachPdf,
  downloadAttachment,
  downloadLabAttachment,
  downloadSharedAttachment,
  enterResults,
  exportOrder,
  largestAttachment,
  listReaders,
  makeShare,
  openShare,
  readLabOrder,
  readResults,
  receiveSample,
  rejectSample,
  releaseReport,
  sendAttachmentPiece,
  verifyReport,
} from '@labalaba/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test, vi } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, chidi, drBello, sola, sugar, tola } from '../../../../test/cast.ts'
import { schemaErrors } from '../../../../test/fhir/schema.ts'
import { giveDuties } from '../../../../test/lab-staff.ts'
import { attachTo, hashOf, pdfOf, rewrittenOf, sendPieces } from '../../../../test/pdf.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import { refusals } from '../../../infra/file-rewriting/pdf/refusals.ts'

// The process that rewrites a file steps behind all others: on a busy machine it may take ten times as long.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
await world.work()
const { sql, nobody } = world
const oneTest = { test: [{ ...sugar }], name: 'Mama Ngozi Obi', dob: '1961-04-12' }
const tracing = pdfOf({ pages: 2, catalog: '/OpenAction << /S /URI /URI (https://example.org) >>' })
const rewritten = await rewrittenOf(tracing)

async function people() {
  const [asAda, asSola, asTola] = await Promise.all([world.as(ada), world.as(sola), world.as(tola)])
  return { asAda, asSola, asTola }
}

async function only(caller: Caller, reference: string) {
  const [report = expect.unreachable()] = await reportsOf(caller, reference)
  const [newest] = report.versions
  return { ...report, newest, basedOn: newest?.enteredAt ?? null }
}

async function attach(caller: Caller, reference: string, file: Buffer = tracing) {
  const { id, basedOn } = await only(caller, reference)
  return await attachTo(caller, id, file, basedOn)
}

async function verify(caller: Caller, reference: string) {
  const { id, basedOn } = await only(caller, reference)
  return await caller(verifyReport, { params: { id }, body: { seen: basedOn ?? '' } })
}

async function release(caller: Caller, reference: string) {
  const { id } = await only(caller, reference)
  return await caller(releaseReport, { params: { id }, body: { counselledBy: null } })
}

/** An order whose one result is a PDF alone. */
async function released(file: Buffer = tracing) {
  const { asAda, asSola, asTola } = await people()
  const reference = await orderAtBench(world, asAda, oneTest)
  expect(await attach(asSola, reference, file)).toMatchObject({ httpStatus: 200 })
  expect(await verify(asTola, reference)).toMatchObject({ httpStatus: 200 })
  expect(await release(asTola, reference)).toMatchObject({ httpStatus: 200 })
  return { reference, id: (await only(asTola, reference)).id }
}

type Person = Parameters<typeof world.tokenOf>[0]

async function file(person: Person, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${await world.tokenOf(person)}` }
  return await fetch(`${world.publicUrl}${path}`, { headers, ...(body && { method: 'POST' }) })
}

const ownPath = (reference: string, id: string) =>
  downloadAttachment.path.replace(':reference', reference).replace(':report', id)
const labPath = (id: string, number: number) =>
  downloadLabAttachment.path.replace(':id', id).replace(':number', String(number))

type Bundle = {
  readonly entry: readonly {
    readonly resource: {
      readonly resourceType: string
      readonly presentedForm?: readonly { readonly hash: string; readonly url: string }[]
    }
  }[]
}

describe('a PDF in the place of values', () => {
  test('is verified by another person and released; every reader gets the rewritten, harmless file', async () => {
    const { asAda } = await people()
    const { reference, id } = await released()
    const { data } = await asAda(readResults, { params: { reference } })
    const [result] = data.results
    expect(result).toMatchObject({ values: [], attachment: { hash: hashOf(rewritten), pages: 2 } })
    const answer = await file(ada, ownPath(reference, id))
    expect(Buffer.from(await answer.arrayBuffer()).equals(rewritten)).toBe(true)
    expect(rewritten.toString('latin1')).not.toMatch(/OpenAction|example/)
    const looked = await file(tola, labPath(id, 1))
    expect(hashOf(new Uint8Array(await looked.arrayBuffer()))).toBe(hashOf(rewritten))
    const originals = await sql<{ hash: string }[]>`
      select encode(original_hash, 'hex') as hash from report_attachment where report_id = ${id}`
    expect(originals).toEqual([{ hash: hashOf(tracing) }])
    const headers = Object.fromEntries(answer.headers)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="lab-report-${reference}-fasting-blood-sugar.pdf"`,
      'content-length': String(rewritten.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(headers['content-security-policy']).toContain('sandbox')
    const readers = (await asAda(listReaders, { params: { reference } })).data
    expect(readers).toContainEqual(expect.objectContaining({ role: 'you', saved: true }))
    const check = await nobody(checkReport, { params: { code: result?.code ?? '' } })
    expect(check.data).toMatchObject({ status: 'valid', attachmentHash: hashOf(rewritten) })
  })

  test('is named on our own report by its hash', async () => {
    const { reference, id } = await released()
    const sheet = await file(ada, `/v0/orders/${reference}/results/${id}`)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await sheet.arrayBuffer())), {
      mergePages: true,
    })
    expect(text.replace(/\s/g, '')).toContain(hashOf(rewritten))
    expect(text).not.toContain('What was measured')
  })

  test('of five megabytes arrives whole, and a larger one is refused', async () => {
    const { asAda, asSola } = await people()
    const filler = Buffer.alloc(largestAttachment - 200_000, '% filler\n')
    const small = pdfOf()
    const large = Buffer.concat([small.subarray(0, 9), filler, small.subarray(9)])
    const { reference, id } = await released(large)
    const answer = await file(ada, ownPath(reference, id))
    expect(hashOf(new Uint8Array(await answer.arrayBuffer()))).toBe(hashOf(await rewrittenOf(large)))
    const other = await orderAtBench(world, asAda, oneTest)
    const { id: target } = await only(asSola, other)
    const params = { id: target, hash: hashOf(large), piece: '27' }
    const body = { bytes: small.toString('base64') }
    expect(await asSola(sendAttachmentPiece, { params, body })).toMatchObject({ httpStatus: 400 })
  }, 60_000)

  test('is for its readers only, after the release and with a recent password', async () => {
    const { asAda, asSola } = await people()
    const { reference, id } = await released()
    for (const other of [chidi, drBello, sola])
      expect((await file(other, ownPath(reference, id))).status).toBe(404)
    for (const other of [ada, drBello]) expect((await file(other, labPath(id, 1))).status).toBe(404)
    expect((await file(sola, labPath(id, 1))).status).toBe(200)
    expect((await file(sola, labPath(id, 2))).status).toBe(404)
    const draft = await orderAtBench(world, asAda, oneTest)
    await attach(asSola, draft)
    expect((await file(ada, ownPath(draft, (await only(asSola, draft)).id))).status).toBe(404)
    const token = await world.tokenOf(ada)
    world.clock.moveOn(16 * 60 * 1000)
    const late = await fetch(`${world.publicUrl}${ownPath(reference, id)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(late.status).toBe(403)
    expect(await late.json()).toMatchObject({ code: 'sign_in_again' })
  })

  test('opens by a link to results with its passcode, and the download is recorded', async () => {
    const { asAda } = await people()
    const { reference, id } = await released()
    const lasts = 'day' as const
    const { data } = await asAda(makeShare, { params: { reference }, body: { reports: [id], lasts } })
    const token = data.url.split('/').at(-1) ?? ''
    const { passcode } = data
    const opened = await nobody(openShare, { params: { token }, body: { passcode } })
    expect(opened.data.results[0]?.attachment?.hash).toBe(hashOf(rewritten))
    const path = downloadSharedAttachment.path.replace(':token', token).replace(':report', id)
    const save = (given: string) =>
      fetch(`${world.publicUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ passcode: given }),
      })
    expect((await save(passcode === '000000' ? '000001' : '000000')).status).toBe(400)
    const answer = await save(passcode)
    expect(hashOf(new Uint8Array(await answer.arrayBuffer()))).toBe(hashOf(rewritten))
    const readers = (await asAda(listReaders, { params: { reference } })).data
    expect(readers).toContainEqual(expect.objectContaining({ role: 'share', saved: true }))
  })

  test('is referenced in FHIR with its SHA-1', async () => {
    const { reference, id } = await released()
    for (const person of [ada, sola]) {
      const bundle = (await (
        await file(person, exportOrder.path.replace(':reference', reference))
      ).json()) as Bundle
      expect(schemaErrors(bundle)).toEqual([])
      const resources = bundle.entry.map(({ resource }) => resource)
      const report = resources.find(({ resourceType }) => resourceType === 'DiagnosticReport')
      const [form = expect.unreachable()] = report?.presentedForm ?? []
      expect(form).toMatchObject({ contentType: 'application/pdf', size: rewritten.length })
      expect(Buffer.from(form.hash, 'base64')).toHaveLength(20)
      const path = person === ada ? ownPath(reference, id) : labPath(id, 1)
      expect(form.url).toBe(`${world.publicUrl}${path}`)
    }
  })
})

describe('attaching', () => {
  test('keeps the values beside it, and entering values keeps it', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    await attach(asSola, reference)
    const { id, basedOn } = await only(asSola, reference)
    const values = [{ position: 1, value: '5.1' }]
    await asSola(enterResults, { params: { id }, body: { values, basedOn } })
    const other = pdfOf({ words: 'Another tracing' })
    await attach(asSola, reference, other)
    expect((await only(asSola, reference)).newest).toMatchObject({
      ...{ values: [{ value: '5.1' }], attachment: { hash: hashOf(await rewrittenOf(other)) } },
    })
    // A file that no version refers to is deleted.
    expect(await sql`select 1 from report_file where report_id = ${id}`).toHaveLength(1)
    expect(await sql`select 1 from report_upload where report_id = ${id}`).toHaveLength(0)
  })

  test('makes its uploader an author, who cannot verify the report', async () => {
    const { asAda, asSola, asTola } = await people()
    await giveDuties(world, tola, ['scientist', 'verifier'])
    const reference = await orderAtBench(world, asAda, oneTest)
    await attach(asTola, reference)
    const { id, basedOn } = await only(asTola, reference)
    await asSola(enterResults, { params: { id }, body: { values: [{ position: 1, value: '5' }], basedOn } })
    expect(await verify(asTola, reference)).toMatchObject({ httpStatus: 409, code: 'own_entry' })
  })

  test('twenty times at once attaches it once', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    const { id } = await only(asSola, reference)
    await sendPieces(asSola, id, tracing)
    const body = { hash: hashOf(tracing), basedOn: null }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => asSola(attachPdf, { params: { id }, body })),
    )
    const said = answers.map(({ httpStatus, code }) => `${httpStatus} ${code ?? ''}`.trim())
    expect(new Set(said)).toEqual(new Set(['200']))
    const entered = () => sql`select 1 from report_event where report_id = ${id} and verb = 'enter'`
    expect(await entered()).toHaveLength(1)
    // Also later, when its pieces are gone.
    const before = await only(asSola, reference)
    expect(await asSola(attachPdf, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
    expect((await only(asSola, reference)).basedOn).toBe(before.basedOn)
    expect(await entered()).toHaveLength(1)
    expect(await asSola(attachPdf, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
    expect(await sql`select 1 from report_event where report_id = ${id}`).toHaveLength(1)
  }, 90_000)

  test('of a sample that was rejected since is removed when the next one’s results are entered', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    await attach(asSola, reference)
    const sample = async () => {
      const { data } = await asSola(readLabOrder, { params: { reference } })
      return { accession: data.specimens.find(({ state }) => state !== 'rejected')?.accession ?? '' }
    }
    await asSola(rejectSample, { params: await sample(), body: { reason: 'haemolysed' } })
    world.clock.moveOn(60_000)
    await asSola(collectSamples, { params: { reference }, body: {} })
    await asSola(receiveSample, { params: await sample() })
    const { id, basedOn, newest } = await only(asSola, reference)
    expect(newest?.attachment).toBe(null)
    const values = [{ position: 1, value: '5.0' }]
    const entered = await asSola(enterResults, { params: { id }, body: { values, basedOn } })
    expect(entered).toMatchObject({ httpStatus: 200 })
    expect((await only(asSola, reference)).newest).toMatchObject({ attachment: null })
    expect(await sql`select 1 from report_attachment where report_id = ${id}`).toHaveLength(0)
  })

  test('needs every piece; a lost one can be sent again', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    const { id } = await only(asSola, reference)
    const large = Buffer.concat([tracing.subarray(0, 9), Buffer.alloc(500_000, '%\n'), tracing.subarray(9)])
    await sendPieces(asSola, id, large)
    await sql`delete from report_upload where report_id = ${id} and piece = 1`
    const ask = () => asSola(attachPdf, { params: { id }, body: { hash: hashOf(large), basedOn: null } })
    expect(await ask()).toMatchObject({ httpStatus: 409, code: 'pieces_missing' })
    await sendPieces(asSola, id, large)
    expect(await ask()).toMatchObject({ httpStatus: 200 })
  })

  test('a harmful or broken PDF is refused with a reason, stores nothing, and never causes a 500', async () => {
    const { asAda, asSola } = await people()
    const reference = await orderAtBench(world, asAda, oneTest)
    const hostile = [
      [Buffer.from('<html><script>alert(1)</script></html>'), refusals.noPdf],
      [pdfOf({ trailer: '/Encrypt 300 0 R', objects: ['<< >>'] }), refusals.locked],
      [Buffer.from('%PDF-1.7\n%%EOF'), refusals.broken],
    ] as const
    for (const [bytes, message] of hostile)
      expect(await attach(asSola, reference, bytes)).toMatchObject({
        httpStatus: 400,
        code: 'pdf_refused',
        message,
      })
    const { id, newest } = await only(asSola, reference)
    expect(newest).toBeUndefined()
    expect(await sql`select 1 from report_file where report_id = ${id}`).toHaveLength(0)
  })

  test('needs a scientist of this lab and a draft; a colleague’s newer save is not overwritten', async () => {
    const { asAda, asSola, asTola } = await people()
    await giveDuties(world, tola, ['desk', 'verifier'])
    const reference = await orderAtBench(world, asAda, oneTest)
    const { id } = await only(asSola, reference)
    const piece = { params: { id, hash: hashOf(tracing), piece: '0' }, body: { bytes: 'AAAA' } }
    expect(await asTola(sendAttachmentPiece, piece)).toMatchObject({ code: 'not_your_duty' })
    expect(await asAda(sendAttachmentPiece, piece)).toMatchObject({ httpStatus: 404 })
    await attach(asSola, reference)
    const stale = { params: { id }, body: { hash: hashOf(tracing), basedOn: null } }
    expect(await asSola(attachPdf, stale)).toMatchObject({ httpStatus: 200 })
    expect(await asSola(detachPdf, { params: { id }, body: { basedOn: null } })).toMatchObject({
      code: 'result_changed',
    })
    const { basedOn } = await only(asSola, reference)
    expect(await asSola(detachPdf, { params: { id }, body: { basedOn } })).toMatchObject({ httpStatus: 200 })
    // Without a value or a PDF there is nothing to verify.
    expect(await verify(asTola, reference)).toMatchObject({ code: 'wrong_state' })
    await attach(asSola, reference)
    await verify(asTola, reference)
    expect(await asSola(sendAttachmentPiece, piece)).toMatchObject({ code: 'wrong_state' })
    expect(await asSola(attachPdf, stale)).toMatchObject({ code: 'wrong_state' })
    const verified = await only(asSola, reference)
    const taking = { params: { id }, body: { basedOn: verified.basedOn } }
    expect(await asSola(detachPdf, taking)).toMatchObject({ code: 'wrong_state' })
  })
})

test('a correction has the PDF of the version before until another is attached, and both are stored', async () => {
  const { asAda, asSola, asTola } = await people()
  const { reference, id } = await released()
  await asTola(correctReport, { params: { id }, body: { reason: 'the wrong tracing' } })
  expect((await only(asTola, reference)).newest?.attachment?.hash).toBe(hashOf(rewritten))
  const right = pdfOf({ words: 'The right tracing' })
  await attach(asSola, reference, right)
  await verify(asTola, reference)
  await release(asTola, reference)
  const { data } = await asAda(readResults, { params: { reference } })
  const copy = await rewrittenOf(right)
  expect(data.results[0]?.attachment?.hash).toBe(hashOf(copy))
  const hashes = await sql<{ hash: string; original: string }[]>`
    select encode(hash, 'hex') as hash, encode(original_hash, 'hex') as original
    from report_attachment where report_id = ${id} order by number`
  expect(hashes).toEqual([
    { hash: hashOf(rewritten), original: hashOf(tracing) },
    { hash: hashOf(copy), original: hashOf(right) },
  ])
  expect((await file(sola, labPath(id, 1))).status).toBe(200)
})
