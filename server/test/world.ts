import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BodySent } from '@labalaba/contract'
import { addBooking, readOrder, signIn } from '@labalaba/contract'
import { Kysely } from 'kysely'
import { afterAll, expect } from 'vitest'
import { startSimulator } from '../../paystack-simulator/src/index.ts'
import { freePort } from '../../scripts/ports.ts'
import { buildApp } from '../src/app.ts'
import type { Db } from '../src/db.ts'
import type { Clock } from '../src/infra/clock.ts'
import { secretFrom } from '../src/infra/config/secret.ts'
import { dialectOf, openPool, type Pool } from '../src/infra/db/pool.ts'
import { type Files, openFiles } from '../src/infra/files/store/files.ts'
import { openFolderStore } from '../src/infra/files/store/folder-store.ts'
import { liftedUseLimits } from '../src/infra/http/use-limits.ts'
import { mailboxMailer } from '../src/infra/mail/mail.ts'
import { mailboxMessenger } from '../src/infra/mail/messenger.ts'
import { type Log, openLog } from '../src/infra/observability/log.ts'
import { brokenInvariants } from '../src/invariants.ts'
import { accountNamed, openHasher } from '../src/modules/accounts/index.ts'
import { openSession } from '../src/modules/accounts/sessions.ts'
import { openPaystack, type Provider } from '../src/modules/payments/index.ts'
import type { Tables } from '../src/tables.ts'
import { startWork, type WorkerParts } from '../src/worker.ts'
import { type Caller, callerOf } from './caller.ts'
import { type Anybody, ada, bringOnCast, castPassword, chidi, fbc, sugar, yaba } from './cast.ts'
import { cloneDatabase, patience, type TestDatabase } from './database.ts'

/** A clock that runs like the machine's, moved on by a test. */
export type MovingClock = Clock & { moveOn(milliseconds: number): void }

export type { Caller } from './caller.ts'
export { callerOf } from './caller.ts'
export type World = Awaited<ReturnType<typeof buildWorld>>

export const signingKey = 'sk_test_simulator'

type WorldWishes = {
  /** The tests break invariants by hand. */
  readonly broken?: boolean
  /** Where files are, instead of a folder. */
  readonly files?: (log: Log) => Files
  /** A database of the file's own, on which it starts instead of a copy of the template. */
  readonly database?: TestDatabase
  /** Gets each statement that the product sends, with those that begin and end transactions. */
  readonly onStatement?: (sql: string) => void
}

/**
 * The product as it runs: its own database with the logins of site and worker, the app listening, the
 * simulator over real HTTP, the cast loaded. The queue runs only after `work()`, so that a test can inspect
 * pending jobs. At the end of the file every invariant must hold, unless its tests break them by hand. For
 * the top level of the file, as `cloneDatabase` is.
 */
export async function buildWorld({ broken = false, onStatement, files, database }: WorldWishes = {}) {
  const { db, sql, url, applicationUrl, workerUrl } = database ?? (await cloneDatabase())
  const site = openPool<Tables>(`${applicationUrl}${patience}`, 20)
  const atWork = openPool<Tables>(`${workerUrl}${patience}`, 10)
  const siteDb = onStatement ? tellingDb(site.connections, onStatement) : site.db
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const clock = movingClock()
  const logged: string[] = []
  const log = openLog('debug', { write: (line) => void logged.push(line) })
  // Signing in is not tested here, and is frequent.
  const hasher = openHasher({ atOnce: 2, waiting: 1000 }, { memoryCost: 256, timeCost: 1, parallelism: 1 })
  await bringOnCast(db, clock, hasher)
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-world-'))
  const simulator = await startSimulator({
    dataDir: folder,
    port: 0,
    webhookUrl: `${publicUrl}/v0/webhooks/paystack`,
    retryScale: 600,
    refundStepMs: 50,
    seed: '7',
  })
  // The tests send many concurrent calls, and need Paystack again as soon as a fault is over.
  const limits = { perSecond: 10_000, burst: 10_000, restMs: 0 }
  const paystack = openPaystack(simulator.url, [signingKey], log, limits)
  const parts: WorkerParts = {
    db: siteDb,
    clock,
    log,
    files: files?.(log) ?? openFiles([openFolderStore(join(folder, 'files'))], 'folder', log),
    hasher,
    paystack,
    publicUrl,
    databaseUrl: workerUrl,
    secret: secretFrom('a secret of the tests, with more than 32 characters'),
    mailer: mailboxMailer(siteDb),
    messenger: mailboxMessenger(siteDb),
    demo: true,
    mailConfigured: true,
    trustProxy: false,
    metricsToken: null,
    // These are concurrent too.
    ratePerAddress: 1_000_000,
    hashesPerAddress: 1_000_000,
    callsAtOnce: 10_000,
    useLimits: liftedUseLimits,
    operatorMail: 'operations@cast.example',
  }
  const app = await buildApp(parts)
  await app.listen({ host: '127.0.0.1', port })
  const workerParts = {
    ...parts,
    db: atWork.db,
    mailer: mailboxMailer(atWork.db),
    messenger: mailboxMessenger(atWork.db),
  }
  const stops = [() => site.close(), () => atWork.close(), () => app.close(), () => simulator.close()]
  afterAll(async () => {
    const breaches = broken ? [] : await brokenInvariants(db)
    for (const stop of stops.reverse()) await stop()
    rmSync(folder, { recursive: true, force: true })
    expect(breaches).toEqual([])
  })
  const provider: Provider = { db: siteDb, clock, paystack }
  const nobody = callerOf(publicUrl)

  return {
    /** The owner’s connection, for inspection and for what no login of the program may do. */
    db,
    sql,
    url,
    applicationUrl,
    connections: site.connections,
    clock,
    parts,
    workerParts,
    provider,
    publicUrl,
    simulator,
    logged,
    nobody,
    /** Starts the queue and the scheduled jobs. */
    async work(): Promise<void> {
      const worker = await startWork(workerParts)
      stops.push(() => worker.stop())
    },
    /** Signs a person in. */
    async as(person: SignsIn): Promise<Caller> {
      return callerOf(publicUrl, `Bearer ${await tokenOf(parts, person)}`)
    },
    /** The token of a signed-in person. */
    tokenOf: (person: SignsIn) => tokenOf(parts, person),
    /** The simulator's control side. */
    async control(method: 'POST' | 'PUT' | 'GET' | 'DELETE', path: string, body?: object) {
      const headers = body ? { 'content-type': 'application/json' } : undefined
      const reply = await fetch(`${simulator.url}/_control${path}`, {
        method,
        ...(headers && { headers }),
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: reply.status, body: JSON.parse((await reply.text()) || 'null') }
    },
    mailTo: (to: string) =>
      db.selectFrom('mailbox').selectAll().where('recipient', '=', to).orderBy('id').execute(),
  }
}

function tellingDb(connections: Pool<Tables>['connections'], tell: (sql: string) => void): Db {
  return new Kysely<Tables>({ dialect: dialectOf(connections), log: ({ query }) => tell(query.sql) })
}

/** Any account with the cast’s password. */
type SignsIn = Pick<Anybody, 'type'> & { readonly email: string }

/** Operators have a second factor, whose codes work once in half a minute: theirs is a session without it. */
async function tokenOf({ db, clock, publicUrl }: WorkerParts, person: SignsIn): Promise<string> {
  if (person.type === 'operator') {
    const account = await accountNamed(db, person.email)
    if (!account) throw new Error('no such operator')
    const { token } = await db.transaction().execute((tx) => openSession(tx, account.id, clock.now()))
    return token
  }
  const basic = Buffer.from(`${person.email}:${castPassword}`).toString('base64')
  const { data } = await callerOf(publicUrl, `Basic ${basic}`)(signIn)
  if (data.authid === null) throw new Error('not signed in')
  return data.authid
}

function movingClock(): MovingClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    moveOn(milliseconds) {
      ahead += milliseconds
    },
  }
}

let bookings = 0

export type Form = BodySent<typeof addBooking>

/** A walk-in booking at Yaba for two tests; `changes` replace parts of it. */
export function bookingForm(changes: Partial<Form> = {}): Form {
  bookings += 1
  const about = [ada, chidi].find(({ email }) => email === changes.email)
  return {
    name: about?.name ?? 'Mama Obi',
    email: 'mama@cast.example',
    gender: 'Female',
    dob: '1961-04-12',
    phone: '0803 000 0009',
    type: { mode: 'walkin' },
    test: [{ ...fbc }, { ...sugar }],
    reference: `${Date.now()}-${bookings}`,
    provider: 'paystack',
    lab: { name: yaba.name, labReference: yaba.slug, location: yaba.main },
    ...changes,
  }
}

/** A home visit the day after tomorrow at 8. */
export function homeVisit(now: Date): Form['type'] {
  const day = new Date(now.getTime() + 48 * 60 * 60 * 1000).toISOString().slice(0, 10)
  return {
    mode: 'sampleCollection',
    details: {
      sampleCollectionAddress: '14 Adeniyi Jones Avenue, Ikeja',
      sampleCollectionDate: day,
      sampleCollectionTime: '08:00',
    },
  }
}

/** Books and answers the order's reference and its first attempt's. */
export async function book(
  caller: Caller,
  form: Form = bookingForm(),
): Promise<{ order: string; payment: string }> {
  const { data } = await caller(addBooking, { body: form })
  return { order: data.orderReference, payment: await newestPayment(caller, data.orderReference) }
}

/** The reference of an order's newest attempt. */
export async function newestPayment(caller: Caller, reference: string): Promise<string> {
  const { data } = await caller(readOrder, { params: { reference } })
  return data.payments[0]?.reference ?? ''
}

/** Waits until something holds; fails after fifteen seconds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const last = Date.now() + 15_000
  while (!(await holds())) {
    if (Date.now() > last) throw new Error(`waited fifteen seconds in vain until ${what}`)
    await pause(50)
  }
}
