import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addBooking,
  lagosDate,
  listInbox,
  listPatients,
  listWorklist,
  readLabFigures,
  readWorklistDesk,
} from '@labalaba/contract'
import type { FastifyInstance } from 'fastify'
import { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loadReference } from '../../reference/load.ts'
import { buildApp } from '../../server/src/app.ts'
import { systemClock } from '../../server/src/infra/clock.ts'
import { secretFrom } from '../../server/src/infra/config/secret.ts'
import { dialectOf } from '../../server/src/infra/db/pool.ts'
import { openFiles } from '../../server/src/infra/files/store/files.ts'
import { openFolderStore } from '../../server/src/infra/files/store/folder-store.ts'
import { liftedUseLimits } from '../../server/src/infra/http/use-limits.ts'
import { noMessenger } from '../../server/src/infra/mail/messenger.ts'
import { openLog } from '../../server/src/infra/observability/log.ts'
import { openHasher } from '../../server/src/modules/accounts/index.ts'
import { recountMarkets } from '../../server/src/modules/catalogue/index.ts'
import { openPaystack } from '../../server/src/modules/payments/index.ts'
import { criticalUnseen, remindOfCriticalResults } from '../../server/src/modules/result-access/index.ts'
import type { Tables } from '../../server/src/tables.ts'
import { refuseMixture } from '../../server/src/whose-data.ts'
import { cloneDatabase } from '../../server/test/database.ts'
import { ourSettle } from '../bare/settles.ts'
import { openScene, type Scene } from '../load/scene.ts'
import { emailOf, scalePassword } from '../scale/accounts.ts'
import { loadScale } from '../scale/load.ts'
import { placeUnpaid } from '../settle-repository.ts'
import { type BusyDoctor, openBusyDoctor } from './busy-doctor.ts'
import { type Busy, openBusyLab } from './busy-lab.ts'
import { plansOf, type Sent } from './explain-repository.ts'

/** Enough rows of everything that a full scan is noticed. */
const size = { labs: 600, locations: 1_350, offers: 30_000, orders: 2_000, accounts: 1_000 }
/** Tables whose size does not depend on the number of labs and orders. */
const small = [
  'catalogue_edition',
  'test',
  'test_market',
  'package_test',
  'purpose',
  'purpose_test',
  'department',
  'place',
  'rate',
]
/** The most rows of a table that one statement may read; a page has fifteen. */
const most = 120

const { db: bareDb, connections, url, sql } = await cloneDatabase(20)
const sent: Sent[] = []
const db = new Kysely<Tables>({
  dialect: dialectOf(connections),
  log: ({ query }) => void sent.push({ sql: query.sql, parameters: query.parameters }),
})
let app: FastifyInstance
let scene: Scene
let busy: Busy
let doctor: BusyDoctor

beforeAll(async () => {
  await loadReference(bareDb)
  await loadScale(url, { size, seed: 7, today: lagosDate(new Date()) }, () => {})
  scene = await openScene(url)
  await recountMarkets(bareDb, lagosDate(new Date()))
  doctor = await openBusyDoctor(bareDb, sql)
  busy = await openBusyLab(bareDb, sql)
  await vacuumAll()
  const log = openLog('silent')
  app = await buildApp({
    db,
    log,
    files: openFiles([openFolderStore(join(tmpdir(), 'labalaba-plans-files'))], 'folder', log),
    clock: systemClock,
    publicUrl: 'http://localhost:3000',
    messenger: noMessenger,
    hasher: openHasher(),
    secret: secretFrom('a secret of the tests, with more than 32 characters'),
    paystack: openPaystack('http://127.0.0.1:9', ['sk_test_bench'], log),
    demo: false,
    mailConfigured: false,
    trustProxy: false,
    metricsToken: null,
    ratePerAddress: 1_000_000,
    hashesPerAddress: 1_000_000,
    callsAtOnce: 24,
    useLimits: liftedUseLimits,
  })
  return () => app.close()
}, 180_000)

/** Until every page of the orders is all-visible; otherwise an index-only scan shows nothing. */
async function vacuumAll(): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    await sql`vacuum analyze`
    const [orders] = await sql<{ unseen: number }[]>`
      select relpages - relallvisible as unseen from pg_class where relname = 'lab_order'`
    if (orders?.unseen === 0) return
    await sleep(250)
  }
  throw new Error('the orders are not all seen')
}

/**
 * Runs a statement and returns what it reads too much of: whole tables, or more rows of one than `atMost`. A
 * `counted` table may be scanned by index only.
 */
async function wideReads(act: () => Promise<unknown>, atMost = most, counted = ''): Promise<string[]> {
  sent.length = 0
  await act()
  const statements = sent.filter(({ sql }) => !/^(begin|start|commit|rollback)\b/.test(sql))
  expect(statements.length).toBeGreaterThan(0)
  const client = await connections.connect()
  try {
    const found: string[] = []
    for (const one of statements)
      for (const { table, how, rows } of await plansOf(client, one))
        if (!small.includes(table) && !(table === counted && how === 'Index Only Scan'))
          if (how === 'Seq Scan' || (rows ?? 0) > atMost)
            found.push(
              `${how} of ${table}, ${rows ?? '?'} rows: ${one.sql.replace(/\s+/g, ' ').slice(0, 200)}`,
            )
    return found
  } finally {
    client.release()
  }
}

const person = () => scene.people[0] ?? 1
const get =
  (path: string, accountId = person()) =>
  async () => {
    const headers = { authorization: scene.bearer.get(accountId) ?? '' }
    const { statusCode, body } = await app.inject({ method: 'GET', url: path, headers })
    expect([statusCode, body.slice(0, 100)]).toEqual([200, expect.any(String)])
  }

test('the list of labs reads the labs of its page, and counts the others by the index', async () => {
  expect(await wideReads(get('/v0/listAllLabs.php?page=1'), most, 'lab')).toEqual([])
})

test('the list of labs, far down, walks the index to its page and no further', async () => {
  expect(await wideReads(get('/v0/listAllLabs.php?page=30'), 15 * 30 + 15, 'lab')).toEqual([])
})

test.each(['okafor', 'okafor diagnostics', 'yaba'])(
  'a search for %s reads labs with that name or at that place',
  async (q) => {
    expect(await wideReads(get(`/v0/listAllLabs.php?q=${encodeURIComponent(q)}`), 200)).toEqual([])
  },
)

test('a page of a lab with its tests and locations reads that lab', async () => {
  const slug = scene.labs[0]?.slug ?? ''
  for (const path of [`/v0/labs/${slug}`, `/v0/searchlabs?id=${slug}`, `/v0/listAllLabsTest?lab=${slug}`])
    expect(await wideReads(get(path), 1_000)).toEqual([])
})

test.each(['fbc', 'mal', 'blood sugar', 'colesterol'])(
  'a search of tests for %s reads no lab, also after prices have changed',
  async (q) => {
    await sql`update lab set registration_expires_on = registration_expires_on + 1 where id = 1`
    expect(await wideReads(get(`/v0/tests?q=${encodeURIComponent(q)}`))).toEqual([])
  },
)

test('the page of an order reads that order', async () => {
  for (const { reference, accountId } of scene.orders.slice(0, 8))
    expect(await wideReads(get(`/v0/orders/${reference}`, accountId))).toEqual([])
})

test('signing in reads that account', async () => {
  const basic = Buffer.from(`${emailOf(person())}:${scalePassword}`).toString('base64')
  const signIn = async () => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/v0/',
      headers: { authorization: `Basic ${basic}` },
    })
    expect(statusCode).toBe(200)
  }
  expect(await wideReads(signIn)).toEqual([])
})

test('a booking with a payment link reads what it books', async () => {
  const { lab, slug, address, tests } = scene.bookable[0] ?? { lab: '', slug: '', address: '', tests: [] }
  const accountId = scene.people[1] ?? 1
  const payload = {
    name: 'Mama Obi',
    email: 'mama@scale.example',
    gender: 'Female',
    phone: '2348030000009',
    type: { mode: 'walkin' },
    reference: 'plans-1',
    provider: 'paystack',
    payment: 'link',
    test: tests.map(({ name, kobo }) => ({ name, amount: kobo / 100 })),
    lab: { name: lab, labReference: slug, location: address },
  }
  const book = async () => {
    const headers = { authorization: scene.bearer.get(accountId) ?? '' }
    const { statusCode, body } = await app.inject({ method: 'POST', url: addBooking.path, headers, payload })
    expect([statusCode, body]).toEqual([200, expect.any(String)])
  }
  expect(await wideReads(book)).toEqual([])
})

test('settling reads its own payment', async () => {
  const [unpaid] = await placeUnpaid(connections, 1)
  expect(await wideReads(() => ourSettle(db)(unpaid?.reference ?? ''))).toEqual([])
})

test('the check for demonstration data does not scan tables', async () => {
  expect(await wideReads(() => refuseMixture(db, false))).toEqual([])
})

test('the list of orders reads the orders of its page, and counts the others by the index', async () => {
  for (const page of [1, 3])
    expect(await wideReads(get(`/v0/orders?page=${page}`), most, 'lab_order')).toEqual([])
})

const work = (body: object) => async () => {
  const { statusCode, body: answer } = await app.inject({
    method: 'POST',
    url: listWorklist.path,
    payload: body,
    headers: { authorization: busy.staff },
  })
  expect([statusCode, answer.slice(0, 100)]).toEqual([200, expect.any(String)])
}

test.each([
  {},
  { page: 4 },
  { stage: 'done' },
  { stage: 'done', on: '2026-11-02' },
  { stage: 'to_come' },
  { stage: 'again' },
  { stage: 'collected' },
  { stage: 'in_lab', on: '2026-11-02' },
])('the worklist of %j reads open orders and its page, however long the history of the lab', async (body) => {
  // The range of event numbers is scanned for those of a day.
  const stretch = 'on' in body ? 1_500 : 0
  expect(await wideReads(work(body), most + stretch, 'lab_order')).toEqual([])
})

test('a search of the worklist reads its hits', async () => {
  for (const q of [busy.reference, busy.reference.slice(0, 7), '26YAB-00001', busy.rareName])
    expect(await wideReads(work({ q }))).toEqual([])
})

test('a search for one or two letters reads open and recent orders', async () => {
  expect(busy.paid).toBeGreaterThan(500)
  for (const q of ['q', 'oz', 'LB', 'lb-', busy.reference.slice(0, 4), 'a b', '---'])
    expect(await wideReads(work({ q }), 350)).toEqual([])
})

test('the counts of the stages read open orders', async () => {
  const ask = async () => {
    const headers = { authorization: busy.staff }
    const { statusCode } = await app.inject({ method: 'GET', url: readWorklistDesk.path, headers })
    expect(statusCode).toBe(200)
  }
  expect(await wideReads(ask)).toEqual([])
})

test('the statistics of a lab read the orders of their period', async () => {
  const ask = async () => {
    const headers = { authorization: busy.staff }
    const { statusCode } = await app.inject({
      method: 'GET',
      url: `${readLabFigures.path}?period=this_month`,
      headers,
    })
    expect(statusCode).toBe(200)
  }
  const wide = await wideReads(ask, busy.paidThisMonth + most)
  // There are so few samples that reading all of them by their index is cheaper than finding those of the period.
  expect(wide.filter((read) => !read.startsWith('Index Scan of specimen,'))).toEqual([])
})

const inbox = async (query = '') => {
  const { statusCode, body } = await app.inject({
    method: 'GET',
    url: `${listInbox.path}${query}`,
    headers: { authorization: doctor.bearer },
  })
  expect([statusCode, body.slice(0, 100)]).toEqual([200, expect.any(String)])
  return body
}

test('a doctor’s inbox reads the doctor’s own results once, however many others exist', async () => {
  const next = /"next":"([^"]+)"/.exec(await inbox())?.[1] ?? expect.unreachable()
  for (const query of ['', `?after=${next}`])
    expect(await wideReads(() => inbox(query), doctor.results + most)).toEqual([])
})

test('the check for waiting critical results reads unacknowledged results', async () => {
  expect(await wideReads(() => criticalUnseen(db, doctor.accountId, new Date()))).toEqual([])
  expect(await wideReads(() => remindOfCriticalResults({ db, clock: systemClock }))).toEqual([])
})

const patients = (payload: object) => async () => {
  const headers = { authorization: doctor.bearer }
  const { statusCode, body } = await app.inject({ method: 'POST', url: listPatients.path, payload, headers })
  expect([statusCode, body.slice(0, 100)]).toEqual([200, expect.any(String)])
  return body
}

test('a list of a doctor’s patients walks the index to the end of the page, and a search by name the doctor’s orders', async () => {
  const next = /"next":"([^"]+)"/.exec(await patients({})())?.[1] ?? expect.unreachable()
  for (const body of [{}, { after: next }]) expect(await wideReads(patients(body))).toEqual([])
  for (const q of [doctor.name, 'Nobody'])
    expect(await wideReads(patients({ q }), doctor.orders + most)).toEqual([])
})
