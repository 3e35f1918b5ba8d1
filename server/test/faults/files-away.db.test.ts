import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  downloadAttachment,
  downloadReport,
  enterResults,
  readLicence,
  releaseReport,
  sendLicence,
  verifyReport,
} from '@labalaba/contract'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openFiles } from '../../src/infra/files/store/files.ts'
import { openFolderStore } from '../../src/infra/files/store/folder-store.ts'
import { moveFiles } from '../../src/infra/files/store/move-files.ts'
import { openS3Store } from '../../src/infra/files/store/s3-store.ts'
import { createVerifiedAccount } from '../../src/modules/accounts/index.ts'
import { orderAtBench } from '../bench.ts'
import { ada, castPassword, sola, sugar, tola } from '../cast.ts'
import { attachTo, pdfOf } from '../pdf.ts'
import { jpegOf } from '../pictures.ts'
import { plausible, reportsOf } from '../results.ts'
import { startS3 } from '../s3.ts'
import { buildWorld, type Caller } from '../world.ts'

// The process that rewrites a file steps behind all others: on a busy machine it may take ten times as long.
vi.setConfig({ testTimeout: 120_000 })

const machine = mkdtempSync(join(tmpdir(), 'labalaba-files-away-'))
const s3 = await startS3(join(machine, 's3'))
const world = await buildWorld({
  files: (log) =>
    openFiles(
      [
        openFolderStore(join(machine, 'files')),
        openS3Store({ ...s3.settings, prefix: 'install' }, log, { callMs: 10_000, restMs: 0 }),
      ],
      's3',
      log,
    ),
})
const { db, sql, parts, publicUrl } = world
const oneTest = { test: [{ ...sugar }], name: 'Mama Ngozi Obi', dob: '1961-04-12' }

afterAll(async () => {
  await s3.close()
  rmSync(machine, { recursive: true, force: true })
})
beforeEach(() => s3.is('works'))

async function only(caller: Caller, reference: string) {
  const [report = expect.unreachable()] = await reportsOf(caller, reference)
  return { ...report, basedOn: report.versions[0]?.enteredAt ?? null }
}

async function verifyAndRelease(reference: string) {
  const asTola = await world.as(tola)
  const { id, basedOn } = await only(asTola, reference)
  const seen = await asTola(verifyReport, { params: { id }, body: { seen: basedOn ?? '' } })
  expect(seen.httpStatus).toBe(200)
  return await asTola(releaseReport, { params: { id }, body: { counselledBy: null } })
}

async function download(path: string, reference: string, report: string): Promise<Response> {
  const address = path.replace(':reference', reference).replace(':report', report)
  const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
  return await fetch(`${publicUrl}${address}`, { headers })
}

const placesOf = async () =>
  (await sql<{ place: string }[]>`select place from stored_file order by place`).map(({ place }) => place)

test('an attachment is refused while S3 is away; the same call succeeds later, without another upload', async () => {
  const [asAda, asSola] = [await world.as(ada), await world.as(sola)]
  const reference = await orderAtBench(world, asAda, oneTest)
  const { id } = await only(asSola, reference)
  s3.is('breaks')
  expect(await attachTo(asSola, id, pdfOf(), null)).toMatchObject({
    httpStatus: 503,
    code: 'files_unavailable',
  })
  expect(await sql`select 1 from report_upload where report_id = ${id}`).not.toHaveLength(0)
  s3.is('works')
  expect(await attachTo(asSola, id, pdfOf(), null)).toMatchObject({ httpStatus: 200 })
  expect((await verifyAndRelease(reference)).httpStatus).toBe(200)
  expect((await download(downloadAttachment.path, reference, id)).status).toBe(200)
  s3.is('fails')
  const away = await download(downloadAttachment.path, reference, id)
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await away.json()).toMatchObject({ code: 'files_unavailable', data: null })
  s3.is('tampers')
  const wrong = await download(downloadAttachment.path, reference, id)
  expect([wrong.status, await wrong.json()]).toMatchObject([500, { code: 'file_damaged', data: null }])
  const alarms = world.logged.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm === 'files')
  expect(alarms.at(-1)).toMatchObject({ level: 50, place: 's3' })
})

test('a result is released while S3 is away: the database holds its PDF until a job moves it', async () => {
  const [asAda, asSola] = [await world.as(ada), await world.as(sola)]
  const reference = await orderAtBench(world, asAda, oneTest)
  const report = await only(asSola, reference)
  const { id } = report
  const values = plausible(report)
  expect((await asSola(enterResults, { params: { id }, body: { basedOn: null, values } })).httpStatus).toBe(
    200,
  )
  s3.is('breaks')
  expect((await verifyAndRelease(reference)).httpStatus).toBe(200)
  expect(await placesOf()).toContain('database')
  const held = await (await download(downloadReport.path, reference, id)).arrayBuffer()
  expect(Buffer.from(held).subarray(0, 5).toString()).toBe('%PDF-')
  s3.is('works')
  await moveFiles({ db, files: parts.files }, 'database')
  expect(await placesOf()).not.toContain('database')
  const moved = await (await download(downloadReport.path, reference, id)).arrayBuffer()
  expect(Buffer.from(moved).equals(Buffer.from(held))).toBe(true)
})

test('a licence is refused while S3 is away, and the same one is taken later', async () => {
  const doctor = { email: 'away@licence.example', name: 'Bisi Lawal', type: 'doctor' as const }
  await createVerifiedAccount(db, parts, {
    ...{ ...doctor, phone: '2348031000777', password: castPassword, address: 'Yaba, Lagos' },
  })
  const caller = await world.as(doctor)
  const body = {
    ...{ id: randomUUID(), folioNumber: 'MDCN/R/777', year: world.clock.now().getUTCFullYear() },
    document: jpegOf().toString('base64'),
  }
  s3.is('fails')
  expect(await caller(sendLicence, { body })).toMatchObject({ httpStatus: 503, code: 'files_unavailable' })
  expect((await caller(readLicence)).data.waiting).toBeNull()
  s3.is('works')
  expect((await caller(sendLicence, { body })).httpStatus).toBe(200)
})
