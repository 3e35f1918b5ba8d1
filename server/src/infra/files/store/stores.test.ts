import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../../scripts/ports.ts'
import { startS3 } from '../../../../test/s3.ts'
import { openLog } from '../../observability/log.ts'
import { type FileStore, newKey, StoreUnavailable, sha256 } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'labalaba-stores-'))
const s3 = await startS3(join(folder, 's3'))
const log = openLog('silent')
const patience = { callMs: 10_000, restMs: 0 }
const bucket = openS3Store({ ...s3.settings, prefix: 'install' }, log, patience)

afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytes = Buffer.from('%PDF-1.7 the bytes of a file')
const keyOf = (content: Buffer) => newKey(sha256(content))

async function listed(store: FileStore, key: string): Promise<string[]> {
  const found: string[] = []
  for await (const page of store.list(key.slice(0, 2))) found.push(...page.map((one) => one.key))
  return found
}

describe.each([
  ['a folder', openFolderStore(join(folder, 'files'))],
  ['a bucket', bucket],
])('%s', (_name, store) => {
  test('gives back what was stored, whole and in parts', async () => {
    await store.check()
    const key = keyOf(bytes)
    await store.put(key, bytes, 'application/pdf')
    expect(await store.read(key)).toEqual(bytes)
    expect(await store.read(key, { from: 5, length: 3 })).toEqual(bytes.subarray(5, 8))
    expect(await store.read(key, { from: bytes.length - 2, length: 10 })).toEqual(bytes.subarray(-2))
    expect(await store.read(key, { from: bytes.length, length: 10 })).toEqual(Buffer.alloc(0))
  })

  test('has nothing under another key, and nothing any more after a deletion, which can be repeated', async () => {
    const key = keyOf(bytes)
    expect(await store.read(key)).toBeNull()
    expect(await store.read(key, { from: 0, length: 1 })).toBeNull()
    await store.put(key, bytes, 'application/pdf')
    await store.delete(key)
    await store.delete(key)
    expect(await store.read(key)).toBeNull()
  })

  test('lists its objects by the beginning of their keys, with the time of each', async () => {
    const [one, other] = [keyOf(bytes), keyOf(bytes)]
    await store.put(one, bytes, 'application/pdf')
    await store.put(other, bytes, 'application/pdf')
    expect(await listed(store, one)).toEqual(expect.arrayContaining([one, other]))
    expect(await listed(store, one.startsWith('00') ? '01/' : '00/')).toEqual([])
    for await (const page of store.list(one.slice(0, 2)))
      for (const { changedAt } of page) expect(changedAt.getTime()).toBeGreaterThan(Date.now() - 3_600_000)
  })

  test('refuses keys that lead elsewhere', async () => {
    const wrong = '../../etc/passwd'
    await expect(async () => await store.read(wrong)).rejects.toThrow('a file has a key of another form')
    await expect(async () => await store.put(wrong, bytes, 'application/pdf')).rejects.toThrow('another form')
  })
})

describe('a folder', () => {
  test('is readable for its user alone, and has no unfinished files', async () => {
    const root = join(folder, 'private')
    const store = openFolderStore(root)
    const key = keyOf(bytes)
    await store.put(key, bytes, 'application/pdf')
    expect(readdirSync(join(root, key.slice(0, 2)))).toEqual([key.slice(3)])
    if (process.platform === 'win32') return
    expect(statSync(join(root, key)).mode & 0o777).toBe(0o600)
    expect(statSync(join(root, key.slice(0, 2))).mode & 0o777).toBe(0o700)
  })

  test('that cannot be written to is unavailable, and says so without a path', async () => {
    const root = join(folder, 'blocked')
    writeFileSync(root, 'a file in place of the folder')
    const store = openFolderStore(root)
    const failure = await store.put(keyOf(bytes), bytes, 'application/pdf').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreUnavailable)
    expect(String(failure)).not.toContain(folder)
    await expect(store.check()).rejects.toThrow(/cannot write to the folder of files \(E\w+\)/)
  })

  test('lists what a killed process left unfinished', async () => {
    const root = join(folder, 'killed')
    mkdirSync(join(root, 'ab'), { recursive: true })
    const unfinished = `ab${keyOf(bytes).slice(2)}.${randomUUID()}.part`
    writeFileSync(join(root, unfinished), 'half')
    writeFileSync(join(root, 'ab', 'x.part'), 'of another program')
    const store = openFolderStore(root)
    expect(await listed(store, 'ab')).toEqual([unfinished])
    await store.delete(unfinished)
    expect(await listed(store, 'ab')).toEqual([])
  })
})

describe('a bucket', () => {
  const wrong = (changes: Partial<typeof s3.settings>) =>
    openS3Store({ ...s3.settings, ...changes, prefix: 'install' }, log, patience).check()

  test.each([
    ['another secret', { secretAccessKey: 'other' }, /403 \(SignatureDoesNotMatch\): check S3_ACCESS_KEY_ID/],
    ['an unknown key', { accessKeyId: 'other' }, /403 \(InvalidAccessKeyId\): check S3_ACCESS_KEY_ID/],
    ['no such bucket', { bucket: 'other-files' }, /no bucket "other-files": make it, or correct S3_BUCKET/],
  ])('with %s is a mistake in the settings', async (_what, changes, words) => {
    const failure = await wrong(changes).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'StoreUnavailable', isSetting: true })
    expect(String(failure)).toMatch(words)
    expect(String(failure)).not.toContain('S3RVER')
  })

  test('that cannot be reached is no mistake that is certain', async () => {
    await expect(wrong({ endpoint: `http://127.0.0.1:${await freePort()}` })).rejects.toMatchObject({
      message: 'S3 cannot be reached (ECONNREFUSED)',
      isSetting: false,
    })
  })

  test('that fails is asked once more', async () => {
    const key = keyOf(bytes)
    const before = s3.calls.length
    s3.is('fails')
    await expect(bucket.put(key, bytes, 'application/pdf')).rejects.toThrow('S3 answered 503')
    s3.is('breaks')
    await expect(bucket.read(key)).rejects.toThrow('S3 cannot be reached')
    s3.is('works')
    expect(s3.calls.length - before).toBe(4)
    expect(await bucket.read(key)).toBeNull()
  })

  test('that does not answer is given up after its time, and asked no more after five silences', async () => {
    const hasty = openS3Store({ ...s3.settings, prefix: 'install' }, log, { callMs: 200, restMs: 60_000 })
    const before = s3.calls.length
    s3.is('hangs')
    for (let turn = 1; turn <= 5; turn += 1)
      await expect(hasty.read(keyOf(bytes))).rejects.toThrow('S3 did not answer in time')
    await expect(hasty.read(keyOf(bytes))).rejects.toThrow('asked again in a moment')
    s3.is('works')
    expect(s3.calls.length - before).toBe(5)
  })

  test('has everything under the name of the install', async () => {
    const key = keyOf(bytes)
    await bucket.put(key, bytes, 'application/pdf')
    const other = openS3Store({ ...s3.settings, prefix: 'other' }, log, patience)
    expect(await other.read(key)).toBeNull()
    expect(await listed(other, key)).toEqual([])
  })
})
