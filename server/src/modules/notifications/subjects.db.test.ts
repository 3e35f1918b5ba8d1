import {
  addBooking,
  addDays,
  applyAsPartner,
  createAccount,
  inviteStaff,
  type LagosDate,
  lagosDate,
  payByLink,
  readOpenHours,
  readResults,
  setOpenHours,
  sharePaymentUrl,
} from '@labalaba/contract'
import { expect, test } from 'vitest'
import { orderAtBench } from '../../../test/bench.ts'
import { ada, drBello, fbc, femi, ops, sola, sugar, yaba } from '../../../test/cast.ts'
import { criticalReport } from '../../../test/critical-calls.ts'
import { agree, bookedForAda, releaseValue } from '../../../test/doctor-results.ts'
import { hostileWords, typeHostileWords, unseen } from '../../../test/hostile-words.ts'
import { releaseAll } from '../../../test/results.ts'
import { pay } from '../../../test/stages.ts'
import { book, bookingForm, buildWorld, homeVisit } from '../../../test/world.ts'
import type { Mail } from '../../infra/mail/mail.ts'
import { lockOrder } from '../orders/index.ts'
import { cancelBooking } from '../payments/refunds/cancel.ts'
import { settle } from '../payments/settle.ts'
import { collectSpecimens, expectSpecimens, rejectSpecimen } from '../specimens/index.ts'
import { notificationJobs } from './jobs.ts'

const patient = 'Zikora Tellingname'
const newcomer = 'Ifunanya Registering'
const applicant = 'Damilola Applying'
const organisation = 'Harmattan Diagnostics'
/** What a locked screen must not show. */
const telling = [patient, newcomer, applicant, organisation, ada.name, sugar.name].flatMap((name) =>
  name.split(' '),
)

const world = await buildWorld()
const asAda = await world.as(ada)

async function one<T extends string | number>(found: Promise<readonly { id: T }[]>): Promise<T> {
  return (await found)[0]?.id ?? expect.unreachable()
}

/** A booking by link of the telling patient and test, mailed to a payer. */
async function shared() {
  const type = homeVisit(world.clock.now())
  const form = bookingForm({ name: patient, type, test: [{ ...sugar }], payment: 'link', showTests: true })
  const { data } = await asAda(addBooking, { body: form })
  const url = String(data.url)
  const summary = { tests: [sugar.name], lab: yaba.name, location: yaba.main, total_amount: '9000' }
  const orderSummary = { orderId: data.orderReference, ...summary }
  const body = { url, email: 'uncle@cast.example', patient_name: patient, phone: '', orderSummary }
  expect((await asAda(sharePaymentUrl, { body })).httpStatus).toBe(200)
  return { order: data.orderReference, token: url.split('/pay/')[1] ?? '' }
}

async function paidByUncle(): Promise<{ orderId: number; paymentId: number }> {
  const { order, token } = await shared()
  const { reference } = (await world.nobody(payByLink, { params: { token }, body: {} })).data
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false })
  await settle(world.provider, reference)
  return {
    orderId: await one(world.sql<{ id: number }[]>`select id from lab_order where reference = ${order}`),
    paymentId: await one(world.sql<{ id: number }[]>`select id from payment where reference = ${reference}`),
  }
}

async function returned(orderId: number): Promise<string> {
  const asked = { refundTo: 'source', reason: 'the patient cancelled' } as const
  const now = world.clock.now()
  const refund = await world.db
    .transaction()
    .execute((tx) => cancelBooking(tx, { id: orderId }, 'patient', asked, now))
  return refund?.id ?? expect.unreachable()
}

async function codeOfNewcomer(): Promise<string> {
  const email = 'newcomer@cast.example'
  const person = { email, name: newcomer, username: 'ify', phone: '08030000777', type: 'user' } as const
  const rest = {
    branch: 'at_home_service',
    password: 'harmattan-okra-kora',
    location: 'Yaba',
    source: 'web',
  } as const
  await world.nobody(createAccount, { body: { ...person, ...rest } })
  return await one(world.sql<{ id: string }[]>`
    select code.id from code join account on account.id = account_id where email = ${email}`)
}

async function application(): Promise<number> {
  const who = {
    kind: 'lab',
    name: applicant,
    organisation,
    email: 'lab@partner.example',
    phone: '08030000888',
  } as const
  const where = { state: 'Lagos', area: 'Yaba', registrationNumber: 'CAST-9', message: patient } as const
  const body = { ...who, ...where, consent: true, website: '', reference: 'subjects-1' } as const
  expect((await world.nobody(applyAsPartner, { body })).httpStatus).toBe(200)
  return await one(world.sql<{ id: number }[]>`select id from partner_application`)
}

async function invited(): Promise<string> {
  const body = { type: 'operator', email: 'invited@cast.example', name: newcomer } as const
  return (await (await world.as(ops))(inviteStaff, { body })).data.id
}

/** A sample of an order that the lab cannot use. */
async function rejectedSpecimen(orderId: number): Promise<string> {
  const who = await one(world.sql<{ id: number }[]>`select id::int from account where email = ${sola.email}`)
  const by = { actor: 'lab', accountId: who, at: world.clock.now() } as const
  return await world.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const [first] = await expectSpecimens(tx, order, by.at)
    const collected = await collectSpecimens(tx, order, { ...by, accessions: 'all' })
    const wrong = { accession: first?.accession ?? '', reason: 'clotted', note: null } as const
    await rejectSpecimen(tx, collected, { ...by, ...wrong })
    return first?.id ?? expect.unreachable()
  })
}

/** A report that Ada has read. */
async function readReport(): Promise<string> {
  const order = await orderAtBench(world, asAda)
  await releaseAll(world, order)
  const id = await one(world.sql<{ id: string }[]>`
    select report.id from report join lab_order on lab_order.id = order_id where reference = ${order}`)
  expect((await asAda(readResults, { params: { reference: order } })).httpStatus).toBe(200)
  return id
}

/** A home visit to which a phlebotomist has set off. */
async function onTheWay(orderId: number): Promise<string> {
  await world.sql`update lab_order set set_off_at = now() where id = ${orderId}`
  const id = await one(world.sql<{ id: string }[]>`
    insert into collection (order_id, state, visit_on, visit_time, area_state, area, staff_id, round, opened_at)
    select id, 'on_the_way', collection_on, collection_time, 'Lagos', 'Yaba',
      (select id from staff_member where type = 'phlebotomist'), 1, now() from lab_order where id = ${orderId}
    returning id`)
  await world.sql`insert into collection_event (collection_id, verb, from_state, to_state, actor, at)
    values (${id}, 'set_off', 'assigned', 'on_the_way', 'phlebotomist', now())`
  return id
}

/** A home visit that took one sample and could not take the other. */
async function takenInPart(): Promise<string> {
  const type = homeVisit(world.clock.now())
  const { order, payment } = await book(asAda, bookingForm({ name: patient, type }))
  await pay(world, payment)
  const orderId = await one(world.sql<{ id: number }[]>`select id from lab_order where reference = ${order}`)
  const accountId = await one(
    world.sql<{ id: number }[]>`select id::int from account where email = ${femi.email}`,
  )
  const by = { actor: 'phlebotomist', accountId, at: world.clock.now() } as const
  const id = await onTheWay(orderId)
  await world.db.transaction().execute(async (tx) => {
    const seen = await lockOrder(tx, orderId)
    const [first] = await expectSpecimens(tx, seen, by.at)
    await collectSpecimens(tx, seen, { ...by, accessions: [first?.accession ?? ''] })
  })
  await world.sql`update collection set state = 'collected', arrived_at = ${by.at}, collected_at = ${by.at} where id = ${id}`
  await world.sql`insert into collection_event (collection_id, verb, from_state, to_state, actor, at)
    values (${id}, 'collect', 'on_the_way', 'collected', 'phlebotomist', ${by.at})`
  await world.sql`insert into visit_sample (collection_id, specimen_id, order_id, reason, at)
    select ${id}, id, order_id, case when state = 'expected' then 'not_fasted' end, ${by.at}
    from specimen where order_id = ${orderId}`
  return id
}

/** What every job of a mail may be about; each takes what it needs. */
async function payloadOfAll() {
  const paid = await paidByUncle()
  await shared()
  const accountId = await one(world.sql<{ id: number }[]>`select id from account where email = ${ada.email}`)
  await world.sql`insert into deletion_notice (account_id, email, name, at)
    values (${accountId}, 'gone@cast.example', ${ada.name}, now())`
  await world.sql`update lab_order set late_money_at = paid_at where id = ${paid.orderId}`
  return {
    ...paid,
    accountId,
    codeId: await codeOfNewcomer(),
    shareId: await one(world.sql<{ id: number }[]>`select max(id) as id from payment_link_share`),
    caseId: await one(world.sql<{ id: number }[]>`
      insert into money_case (kind, subject, order_reference, amount_kobo, opened_at)
      values ('held_money', 'bk-subject', 'LB-SUBJECT', 900000, now()) returning id`),
    reportId: await readReport(),
    number: 2,
    applicationId: await application(),
    specimenId: await rejectedSpecimen(paid.orderId),
    staffId: await invited(),
    visitId: await onTheWay(paid.orderId),
    licenceId: await one(world.sql<{ id: string }[]>`select id from doctor_licence`),
    act: 'accept',
  }
}

/** A critical result, and a doctor who has not acknowledged it. */
async function criticalOfDoctor() {
  const order = await bookedForAda(world)
  const reportId = await releaseValue(world, order, '29')
  await agree(world, order)
  const accountId = await one(
    world.sql<{ id: number }[]>`select id::int from account where email = ${drBello.email}`,
  )
  return { 'mail-doctor-waits': { accountId }, 'mail-critical-result': { reportId, number: 1 } }
}

/** The call about a critical result of the telling patient. */
async function openCriticalCall(): Promise<number> {
  const { id } = await criticalReport(world, { name: patient })
  return await one(world.sql<{ id: number }[]>`select id::int from critical_call where report_id = ${id}`)
}

/** Orders that stand as the notices need them that are about no other. */
async function ordersOfTheirOwn(): Promise<Readonly<Record<string, object>>> {
  const tests = { name: patient, test: [{ ...sugar }] }
  const type = homeVisit(world.clock.now())
  const day = addDays(lagosDate(world.clock.now()), 1)
  if (type.mode === 'sampleCollection') type.details.sampleCollectionDate = day
  const visited = await book(asAda, bookingForm({ ...tests, type }))
  await pay(world, visited.payment)
  const idOf = (order: string) =>
    one(world.sql<{ id: number }[]>`select id from lab_order where reference = ${order}`)
  const own = {
    'mail-new-device': { browser: 'Chrome on Android', at: world.clock.now().toISOString() },
    'mail-contact-change': { changeId: await changeOfNotices() },
    'mail-login-changed': { change: 'second_factor_on' },
    'mail-placed': { orderId: await idOf((await book(asAda, bookingForm(tests))).order) },
    'mail-reminder': { orderId: await idOf(visited.order), day },
    'mail-day-closed': { orderId: await idOf(visited.order), day },
    'mail-specimens-missed': { visitId: await takenInPart() },
    'mail-consent': {
      orderId: await idOf(await bookedForAda(world, { name: patient, email: 'asked@cast.example' })),
    },
    'mail-audit-anchor': { day: await anchoredDay() },
    ...(await criticalOfDoctor()),
    'mail-call-overdue': { callId: await openCriticalCall() },
    'mail-sample-received': { orderId: await idOf(await orderAtBench(world, asAda, { name: patient })) },
  }
  await closeOn(day)
  return own
}

/** A change of where Ada's notices go. */
async function changeOfNotices(): Promise<number> {
  const stood = { phones: [], choices: [] }
  const nothing = { topic: null, ending: null, endingBefore: null }
  const acts = [{ ...nothing, what: 'phone_added', channel: 'sms', ending: '01' }]
  return await one(world.sql<{ id: number }[]>`
    insert into contact_change (account_id, session_hash, browser, began_at, stood, acts)
    select id, sha256(''), 'Chrome on Android', now(), ${JSON.stringify(stood)}::text::jsonb,
      ${JSON.stringify(acts)}::text::jsonb from account where email = ${ada.email} returning id`)
}

/** A day that has an anchor of the audit chain. */
async function anchoredDay(): Promise<string> {
  return await one(world.sql<{ id: string }[]>`
    insert into audit_anchor (day, position, mac, findings, key_id, at, signature)
    values ('2026-01-01', 1, sha256(''), 0, 'a key', now(), sha256('')) returning day::text as id`)
}

async function closeOn(on: LagosDate): Promise<void> {
  const asSola = await world.as(sola)
  const { data } = await asSola(readOpenHours, { query: { location: yaba.main } })
  if (!data.hours) throw new Error('the hours of the lab are not read')
  const hours = { ...data.hours, days: [{ on, name: '', openings: [] }] }
  await asSola(setOpenHours, { body: { location: yaba.main, hours, seen: data.written } })
}

/** This address is not proven to be the patient's. */
const unproven = 'mama@cast.example'

/** What a stranger may read: neither whose it is, nor which test, lab or place. */
function expectNothingRevealed(name: string, { text, html, attachments = [] }: Mail): void {
  expect(attachments, name).toEqual([])
  for (const said of [text, html])
    for (const word of [...telling, 'Adeniyi', '₦', yaba.name, yaba.main, fbc.name, 'doctor'])
      expect(said.toLowerCase(), name).not.toMatch(new RegExp(`(^|[^a-z])${word.toLowerCase()}([^a-z]|$)`))
}

const sent: Mail[] = []
const mailer = { configured: true, send: async (mail: Mail) => void sent.push(mail) }
const renderer = { render: async () => new Uint8Array(), close: async () => undefined }
// They send nothing themselves.
const silent = ['drop-phones', 'stop-shares', 'follow-licence']
const jobs = Object.entries(notificationJobs({ ...world.workerParts, mailer, renderer })).filter(
  ([name]) => !silent.includes(name),
)
type Jobs = typeof jobs
const afterCancelling = ([name]: Jobs[number]) => /refund|cancel/.test(name)
const payload = await payloadOfAll()
const own = await ordersOfTheirOwn()

/** Runs jobs, and hands over the mails of each. */
async function run(some: Jobs, about: object, look: (name: string, mails: readonly Mail[]) => void) {
  for (const [name, job] of some) {
    sent.length = 0
    await job({ ...about, noticeKey: name, ...own[name] })
    look(name, sent)
  }
}

let refundId = ''

test('no mail of the product names a person or a test in its subject, nor in its text at an address that may be mistyped', async () => {
  const subjects = new Map<string, string>()
  const look = (name: string, mails: readonly Mail[]) => {
    expect(mails.length, `${name} sends a mail`).toBeGreaterThan(0)
    for (const { subject } of mails) subjects.set(name, subject)
    for (const mail of mails.filter(({ to }) => to === unproven)) expectNothingRevealed(name, mail)
  }
  const before = jobs.filter((job) => !afterCancelling(job))
  await run(before, payload, look)
  refundId = await returned(payload.orderId)
  await run(jobs.filter(afterCancelling), { ...payload, refundId }, look)
  for (const [name, subject] of subjects)
    for (const word of telling)
      expect(subject.toLowerCase(), name).not.toMatch(new RegExp(`\\b${word.toLowerCase()}\\b`))
  expect([...subjects.keys()].toSorted()).toEqual(jobs.map(([name]) => name).toSorted())
}, 90_000)

/** The elements that our letters are made of. */
const ours = 'html head meta title body div table tbody tr th td h1 h2 p a ul li span br img'.split(' ')

test('typed text adds no element, link, line or change of direction to any mail', async () => {
  refundId ||= await returned(payload.orderId)
  await typeHostileWords(world)
  // Each is sent once, and a deleted account's address is forgotten then.
  await world.sql`truncate notice_key, notice`
  await world.sql`insert into deletion_notice (account_id, email, name, at)
    values (${payload.accountId}, 'gone@cast.example', ${hostileWords}, now()) on conflict do nothing`
  const [looked, carrying, naming] = [new Set<string>(), new Set<string>(), new Set<string>()]
  await run(jobs, { ...payload, refundId }, (name, mails) => {
    for (const { subject, text, html } of mails) {
      looked.add(name)
      expect(subject, name).not.toMatch(/\p{Cc}/u)
      if (subject.includes('evil')) naming.add(name)
      for (const said of [subject, text, html]) expect(said, name).not.toMatch(unseen)
      // The message of an application has paragraphs, under a heading that says whose words they are.
      if (name !== 'mail-application-operator') expect(text, name).not.toMatch(/^Bcc/m)
      const tags = [...html.matchAll(/<(\w+)([^>]*)>/g)]
      for (const [, tag = '', rest] of tags) {
        expect(ours, name).toContain(tag)
        expect(rest, name).not.toMatch(/\son\w+=|evil/)
      }
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
        if (!/^tel:\+234\d{10}$/.test(href))
          expect(new URL(href.replaceAll('&amp;', '&')).origin, name).toBe(new URL(world.publicUrl).origin)
      if (text.includes('evil.example')) carrying.add(name)
    }
  })
  // A few are about what has passed by now. The words stand in some, such as the address of a home visit: else this would
  // look at nothing.
  expect(looked.size).toBeGreaterThan(0.8 * jobs.length)
  expect(carrying.size).toBeGreaterThan(5)
  // To a lab, with its own name.
  expect([...naming]).toEqual(['mail-lab'])
  expect(hostileWords).toMatch(unseen)
}, 90_000)
