import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../../../test/database.ts'
import { startS3 } from '../../../../test/s3.ts'
import { commands } from '../../../cli.ts'
import { runCommandLine } from '../../../commands/run.ts'
import { readCluster, readIncarnation } from '../../db/restore/incarnation.ts'
import { openLog } from '../../observability/log.ts'
import { newKey, sha256 } from './file-store.ts'
import { type Files, openFiles } from './files.ts'
import { openFolderStore } from './folder-store.ts'
import { moveFiles } from './move-files.ts'
import { deleteFile, insertFile } from './repository.ts'
import { openS3Store } from './s3-store.ts'
import { deleteOrphans, deleteRemovedFiles } from './tidy-files.ts'

vi.setConfig({ testTimeout: 90_000 })

const { db, sql, url } = await cloneDatabase()
const machine = mkdtempSync(join(tmpdir(), 'labalaba-files-'))
const s3 = await startS3(join(machine, 's3'))
const { install } = await readIncarnation(db, await readCluster(db))
const root = join(machine, 'files', install)
const logged: string[] = []
const log = openLog('info', { write: (line) => void logged.push(line) })
const folder = openFolderStore(root)
const bucket = openS3Store({ ...s3.settings, prefix: install }, log, { callMs: 10_000, restMs: 0 })
const inFolder = openFiles([folder, bucket], 'folder', log)
const inBucket = openFiles([folder, bucket], 's3', log)
const now = new Date()
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
/** When the bytes of every deleted and moved file are due. */
const later = hours(31 * 24)

afterAll(async () => {
  await s3.close()
  rmSync(machine, { recursive: true, force: true })
})

beforeEach(async () => {
  s3.is('works')
  logged.length = 0
  await sql`delete from stored_file`
  await deleteRemovedFiles({ db, files: inFolder }, later)
})

let made = 0
const pdf = (size = 100): Buffer => {
  made += 1
  return Buffer.alloc(size, `%PDF-1.7 file ${made} `)
}

/** Stores a file with its row. */
async function stored(files: Files, bytes: Buffer, hold = false): Promise<string> {
  const file = await (hold ? files.storeOrHold : files.store)(bytes, 'application/pdf', now)
  await db.transaction().execute((tx) => insertFile(tx, file))
  return file.id
}

/** A file that the database holds. */
async function held(bytes: Buffer): Promise<string> {
  s3.is('fails')
  const id = await stored(inBucket, bytes, true)
  s3.is('works')
  return id
}

const rowOf = async (id: string) =>
  (await sql<{ place: string; key: string | null }[]>`select place, key from stored_file where id = ${id}`)[0]

/** How many objects there are in all. */
async function objects(): Promise<{ folder: number; s3: number }> {
  const names = readdirSync(machine, { recursive: true, encoding: 'utf8' })
  const count = (begin: string, end: RegExp) =>
    names.filter((name) => name.startsWith(begin) && end.test(name)).length
  return { folder: count('files', /[0-9a-f]{64}-[0-9a-f-]{36}$/), s3: count('s3', /_S3rver_object$/) }
}

const alarms = () => logged.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm === 'files')

describe('a file', () => {
  test('is in the place of new files, with its hash, size and type in its row', async () => {
    for (const files of [inFolder, inBucket]) {
      const bytes = pdf()
      const id = await stored(files, bytes)
      expect(await sql`select place, size, type, hash, bytes from stored_file where id = ${id}`).toEqual([
        { place: files.place, size: 100, type: 'application/pdf', hash: sha256(bytes), bytes: null },
      ])
      expect(await inFolder.read(db, id)).toEqual(bytes)
    }
    expect(await objects()).toEqual({ folder: 1, s3: 1 })
  })

  test('of another type than it says is not stored', async () => {
    await expect(inFolder.store(Buffer.from('<html>'), 'application/pdf', now)).rejects.toThrow(
      'not application/pdf',
    )
    await expect(inFolder.store(pdf(), 'image/jpeg', now)).rejects.toThrow('not image/jpeg')
  })

  test('of two with the same bytes is there when the other is deleted', async () => {
    const bytes = pdf()
    const [one, other] = [await stored(inFolder, bytes), await stored(inFolder, bytes)]
    await db.transaction().execute((tx) => deleteFile(tx, one))
    expect(await deleteRemovedFiles({ db, files: inFolder }, later)).toBe(1)
    expect(await inFolder.read(db, other)).toEqual(bytes)
    await expect(inFolder.read(db, one)).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each([100, 3_000_000])(
    'of %i bytes that is damaged or missing reaches no reader, and is an alarm',
    async (size) => {
      const id = await stored(inFolder, pdf(size))
      const path = join(root, (await rowOf(id))?.key ?? '')
      const bytes = readFileSync(path)
      const other = Buffer.from(bytes)
      other.writeUInt8(bytes.readUInt8(size - 1) ^ 1, size - 1)
      writeFileSync(path, other)
      await expect(inFolder.open(db, id)).rejects.toMatchObject({ code: 'file_damaged' })
      await expect(inFolder.read(db, id)).rejects.toMatchObject({ code: 'file_damaged' })
      writeFileSync(path, bytes.subarray(0, size - 1))
      await expect(inFolder.open(db, id)).rejects.toMatchObject({ code: 'file_damaged' })
      rmSync(path)
      await expect(inFolder.open(db, id)).rejects.toMatchObject({ code: 'file_damaged' })
      expect(alarms()).toHaveLength(4)
      expect(alarms()[0]).toMatchObject({ level: 50, file: id, place: 'folder' })
    },
  )

  test('that a bucket gives back with other bytes reaches no reader', async () => {
    const id = await stored(inBucket, pdf())
    s3.is('tampers')
    await expect(inBucket.read(db, id)).rejects.toMatchObject({ code: 'file_damaged' })
    s3.is('works')
    expect(await inBucket.read(db, id)).toHaveLength(100)
  })

  test('that is large is streamed whole, from each place, also while it moves', async () => {
    const bytes = pdf(3_000_000)
    for (const id of [await stored(inFolder, bytes), await stored(inBucket, bytes), await held(bytes)]) {
      const { file, size } = await inFolder.open(db, id)
      if (Buffer.isBuffer(file)) throw new Error('it is not streamed')
      const chunks = file[Symbol.asyncIterator]()
      const first = await chunks.next()
      await moveFiles({ db, files: inFolder }, 's3')
      await moveFiles({ db, files: inBucket }, 'folder')
      await deleteRemovedFiles({ db, files: inFolder }, later)
      const parts: Buffer[] = [first.value]
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) parts.push(next.value)
      expect(size).toBe(bytes.length)
      expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    }
  })

  test('whose bytes change while it is streamed is never whole', async () => {
    const id = await stored(inFolder, pdf(3_000_000))
    const { file } = await inFolder.open(db, id)
    writeFileSync(join(root, (await rowOf(id))?.key ?? ''), Buffer.alloc(3_000_000, 'x'))
    if (Buffer.isBuffer(file)) throw new Error('it is not streamed')
    await expect(buffer(file)).rejects.toMatchObject({ code: 'file_damaged' })
  })
})

describe('a bucket that does not answer', () => {
  test.each(['fails', 'breaks'] as const)(
    'because it %s takes no file and gives none, and says when to try again',
    async (how) => {
      const id = await stored(inBucket, pdf())
      s3.is(how)
      for (const act of [
        () => inBucket.store(pdf(), 'application/pdf', now),
        () => inBucket.read(db, id),
        () => inBucket.open(db, id),
      ])
        await expect(act()).rejects.toMatchObject({ code: 'files_unavailable', details: { retryAfter: 30 } })
      expect(alarms()).toHaveLength(3)
      s3.is('works')
      expect(await inBucket.read(db, id)).toHaveLength(100)
    },
  )

  test('leaves a file with the database, from which the job moves it once the bucket answers', async () => {
    const bytes = pdf()
    const id = await held(bytes)
    expect(await rowOf(id)).toEqual({ place: 'database', key: null })
    expect(await inBucket.read(db, id)).toEqual(bytes)
    s3.is('fails')
    await expect(moveFiles({ db, files: inBucket }, 'database')).rejects.toMatchObject({
      code: 'files_unavailable',
    })
    s3.is('works')
    expect(await moveFiles({ db, files: inBucket }, 'database')).toEqual({ moved: 1, damaged: [] })
    expect(await rowOf(id)).toMatchObject({ place: 's3' })
    expect(await inBucket.read(db, id)).toEqual(bytes)
  })

  test('that is not set up any more leaves its files unreadable, not missing', async () => {
    const id = await stored(inBucket, pdf())
    const alone = openFiles([folder], 'folder', log)
    await expect(alone.read(db, id)).rejects.toMatchObject({ code: 'files_unavailable' })
  })
})

describe('moving files', () => {
  const env = (files: 'folder' | 's3') => ({
    ...{ DATABASE_URL: url, DATA_DIR: machine, DEMO: 'on', LOG_LEVEL: 'silent', FILES: files },
    ...{ S3_ENDPOINT: s3.settings.endpoint, S3_BUCKET: s3.settings.bucket },
    ...{ S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
  })
  async function run(files: 'folder' | 's3', command: string) {
    const lines: string[] = []
    const screen = {
      print: (line: string) => void lines.push(line),
      complain: (line: string) => void lines.push(line),
    }
    return { code: await runCommandLine(commands, [command], env(files), screen), text: lines.join('\n') }
  }

  test('works both ways, leaves nothing behind, and check-files finds every file', async () => {
    const contents = Array.from({ length: 5 }, () => pdf())
    const ids = [await held(contents[0] ?? pdf())]
    for (const bytes of contents.slice(1)) ids.push(await stored(inFolder, bytes))
    expect(await run('s3', 'move-files')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Files by place: s3 5.'),
    })
    await deleteRemovedFiles({ db, files: inFolder }, later)
    expect(await objects()).toEqual({ folder: 0, s3: 5 })
    expect(await run('folder', 'check-files')).toEqual({
      code: 0,
      text: '5 files: each is as it was stored.',
    })
    expect(await run('folder', 'move-files')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Files by place: folder 5.'),
    })
    await deleteRemovedFiles({ db, files: inFolder }, later)
    expect(await objects()).toEqual({ folder: 5, s3: 0 })
    for (const [place, id] of ids.entries()) expect(await inFolder.read(db, id)).toEqual(contents[place])
  })

  test('can be killed in the middle and run again', async () => {
    const contents = Array.from({ length: 6 }, () => pdf())
    const ids: string[] = []
    for (const bytes of contents) ids.push(await stored(inFolder, bytes))
    const begun = s3.calls.length
    // Each file is written and read back: the fourth is written, and its row still names the folder.
    s3.hangsAfter(7)
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../cli.ts'), 'move-files'], {
      env: { ...process.env, ...env('s3') },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await vi.waitFor(() => expect(s3.calls.length - begun).toBe(8), { timeout: 60_000, interval: 50 })
    child.kill('SIGKILL')
    await ended
    s3.is('works')
    const places = await sql<{ place: string }[]>`select place from stored_file order by place`
    expect(places.map(({ place }) => place)).toEqual(['folder', 'folder', 'folder', 's3', 's3', 's3'])
    for (const [place, id] of ids.entries()) expect(await inFolder.read(db, id)).toEqual(contents[place])
    expect((await run('s3', 'move-files')).code).toBe(0)
    for (const [place, id] of ids.entries()) expect(await inBucket.read(db, id)).toEqual(contents[place])
    // The copy that the killed process wrote belongs to no row.
    expect(await objects()).toEqual({ folder: 6, s3: 7 })
    await deleteRemovedFiles({ db, files: inBucket }, later)
    expect(await objects()).toEqual({ folder: 0, s3: 7 })
    expect(await deleteOrphans({ db, files: inBucket }, hours(25))).toBe(1)
    expect(await objects()).toEqual({ folder: 0, s3: 6 })
  })

  test('twice at the same time, while files are read and deleted, loses none and leaves nothing', async () => {
    const ids: string[] = []
    for (let count = 0; count < 8; count += 1) ids.push(await stored(inFolder, pdf()))
    const [gone = '', ...kept] = ids
    let isMoving = true
    const reading = (async () => {
      while (isMoving) for (const id of kept) expect(await inFolder.read(db, id)).toHaveLength(100)
    })()
    await Promise.all([
      moveFiles({ db, files: inBucket }, 'folder'),
      moveFiles({ db, files: inBucket }, 'folder'),
      db.transaction().execute((tx) => deleteFile(tx, gone)),
    ])
    await deleteRemovedFiles({ db, files: inBucket }, later)
    isMoving = false
    await reading
    expect(await objects()).toEqual({ folder: 0, s3: 7 })
  })

  test('leaves a damaged file as it is, and check-files names it', async () => {
    const [good, bad] = [await stored(inFolder, pdf()), await stored(inFolder, pdf())]
    writeFileSync(join(root, (await rowOf(bad))?.key ?? ''), 'other')
    const { code, text } = await run('s3', 'move-files')
    expect([code, text]).toEqual([1, expect.stringContaining('1 file could not be moved')])
    expect([(await rowOf(good))?.place, (await rowOf(bad))?.place]).toEqual(['s3', 'folder'])
    const checked = await run('s3', 'check-files')
    expect(checked.code).toBe(1)
    expect(checked.text).toContain(`${bad}  folder  missing, or not what was stored  (nothing)`)
    expect(checked.text).toContain('1 of 2 files cannot be read.')
  })

  test('to a bucket that does not answer moves nothing, and says so', async () => {
    const id = await stored(inFolder, pdf())
    s3.is('fails')
    const { code, text } = await run('s3', 'move-files')
    expect([code, text]).toEqual([1, expect.stringContaining('Run move-files again later.')])
    expect(await rowOf(id)).toMatchObject({ place: 'folder' })
  })
})

describe('bytes that a row has left', () => {
  test('are deleted a day after a deletion, and 30 days after a move: a restored database names them', async () => {
    const [gone, moved] = [await stored(inFolder, pdf()), await stored(inFolder, pdf())]
    await db.transaction().execute((tx) => deleteFile(tx, gone))
    await moveFiles({ db, files: inBucket }, 'folder')
    expect(await deleteRemovedFiles({ db, files: inBucket }, hours(23))).toBe(0)
    expect(await deleteRemovedFiles({ db, files: inBucket }, hours(25))).toBe(1)
    expect(await deleteRemovedFiles({ db, files: inBucket }, hours(29 * 24))).toBe(0)
    expect(await objects()).toEqual({ folder: 1, s3: 1 })
    expect(await deleteRemovedFiles({ db, files: inBucket }, later)).toBe(1)
    expect(await inBucket.read(db, moved)).toHaveLength(100)
  })

  test('and cannot be deleted do not hold up others', async () => {
    const ids = [await stored(inFolder, pdf()), await stored(inFolder, pdf()), await stored(inFolder, pdf())]
    const keys = (await Promise.all(ids.map(rowOf))).map((row) => row?.key ?? '').toSorted()
    for (const id of ids) await db.transaction().execute((tx) => deleteFile(tx, id))
    const stuck = join(root, keys[0] ?? '')
    rmSync(stuck)
    mkdirSync(join(stuck, 'not a file'), { recursive: true })
    await expect(deleteRemovedFiles({ db, files: inFolder }, later)).rejects.toThrow('delete from the folder')
    expect((await sql`select key from removed_file`).map(({ key }) => key)).toEqual([keys[0]])
    rmSync(stuck, { recursive: true })
    expect(await deleteRemovedFiles({ db, files: inFolder }, later)).toBe(1)
  })

  test('of a writer that was killed are deleted, and what is not ours stays', async () => {
    const { key } = await inFolder.store(pdf(), 'application/pdf', now)
    const path = join(root, key ?? '')
    renameSync(path, `${path}.${randomUUID()}.part`)
    writeFileSync(join(dirname(path), '.DS_Store'), 'of another program')
    expect(await deleteOrphans({ db, files: inFolder }, hours(25))).toBe(1)
    expect(readdirSync(dirname(path))).toEqual(['.DS_Store'])
    rmSync(dirname(path), { recursive: true })
  })
})

describe('bytes that no row names', () => {
  test.each([
    ['a folder', inFolder],
    ['a bucket', inBucket],
  ])('in %s are deleted after a day; those of rows are not', async (_place, files) => {
    const id = await stored(files, pdf())
    await files.store(pdf(), 'application/pdf', now)
    expect(await deleteOrphans({ db, files }, hours(23))).toBe(0)
    expect(await deleteOrphans({ db, files }, hours(25))).toBe(1)
    expect(await files.read(db, id)).toHaveLength(100)
    expect(await deleteOrphans({ db, files }, hours(25))).toBe(0)
  })

  test('that are still to be deleted are left to that job, which tries again if the place does not answer', async () => {
    const id = await stored(inBucket, pdf())
    await db.transaction().execute((tx) => deleteFile(tx, id))
    s3.is('fails')
    await expect(deleteRemovedFiles({ db, files: inBucket }, later)).rejects.toThrow('S3 answered 503')
    s3.is('works')
    expect(await deleteOrphans({ db, files: inBucket }, hours(25))).toBe(0)
    expect(await deleteRemovedFiles({ db, files: inBucket }, later)).toBe(1)
    expect(await objects()).toMatchObject({ s3: 0 })
  })

  test('and are from before a restore are kept for thirty days: the operator may go back', async () => {
    const { key } = await inFolder.store(pdf(), 'application/pdf', now)
    const path = join(root, key ?? '')
    utimesSync(path, hours(-48), hours(-48))
    await sql`insert into database_incarnation (number, began_at, heartbeat_at, restored_to, in_use_until)
      values (2, now(), now(), now() - interval '1 hour', now())`
    expect(await deleteOrphans({ db, files: inFolder }, now)).toBe(0)
    expect(await deleteOrphans({ db, files: inFolder }, hours(31 * 24))).toBe(1)
    await sql`delete from database_incarnation where number = 2`
  })

  test('of another install in the same folder are not touched', async () => {
    const other = openFolderStore(join(machine, 'files', 'other'))
    const bytes = pdf()
    const key = newKey(sha256(bytes))
    await other.put(key, bytes, 'application/pdf')
    await deleteOrphans({ db, files: inFolder }, hours(25))
    expect(await other.read(key)).toEqual(bytes)
    await other.delete(key)
  })
})
