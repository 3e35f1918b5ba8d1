import * as calls from '@labalaba/contract'
import { addBooking, type BodySent, type sharePaymentUrl } from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, chidi, fbc } from '../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller, until } from '../../../test/world.ts'
import { settle } from './settle.ts'

type Share = BodySent<typeof sharePaymentUrl>

const world = await buildWorld()
await world.work()
let asAda: Caller
let recipients = 0

/** Each test begins a day later, so that the limits of earlier tests have passed. */
beforeEach(async () => {
  world.clock.moveOn(25 * 60 * 60 * 1000)
  asAda = await world.as(ada)
})

async function bookLink(caller = asAda): Promise<{ order: string; url: string }> {
  const { data } = await caller(addBooking, { body: bookingForm({ payment: 'link' }) })
  return { order: data.orderReference, url: data.url ?? '' }
}

/** What the web app sends. */
function body({ order, url }: { order: string; url: string }, changes: Partial<Share> = {}): Share {
  recipients += 1
  return {
    url,
    email: `payer-${recipients}@cast.example`,
    patient_name: 'Mama Obi',
    phone: '2348030000009',
    orderSummary: {
      orderId: order,
      tests: [fbc.name],
      lab: 'Yaba Lab',
      location: '1 Herbert Macaulay Way, Yaba',
      total_amount: '10000',
    },
    ...changes,
  }
}

async function share(sent: Share, caller = asAda) {
  const { httpStatus, code, message, data } = await caller(calls.sharePaymentUrl, { body: sent })
  return { httpStatus, code, message, data }
}

async function shares(): Promise<number> {
  const [row] = await world.sql<{ n: number }[]>`select count(*)::int as n from payment_link_share`
  return row?.n ?? 0
}

async function mailTo(to: string) {
  await until(`mail to ${to} has come`, async () => (await world.mailTo(to)).length > 0)
  const [mail] = await world.mailTo(to)
  return mail ?? expect.unreachable()
}

test('the mail has the order’s own facts, whatever the caller sent beside the link', async () => {
  const link = await bookLink()
  const sent = body(link, {
    patient_name: 'Evil Name',
    phone: '2348039999999',
    orderSummary: {
      orderId: link.order,
      tests: ['Evil test'],
      lab: 'Evil Lab',
      location: 'https://evil.example',
      total_amount: '1',
    },
  })
  const answer = await share(sent)
  expect([answer.httpStatus, answer.message]).toEqual([200, 'payment link shared successfully'])
  expect(answer.data.sentTo).toBe(sent.email)
  const { subject, text, html } = await mailTo(sent.email)
  for (const part of [subject, text, html]) expect(part.toLowerCase()).not.toContain('evil')
  for (const part of [text, html]) {
    expect(part).toContain(link.url)
    expect(part).toContain('₦10,000')
    expect(part).toContain('Mama Obi')
    expect(part).not.toContain(fbc.name)
  }
})

test('the mail names the tests only if the owner chooses so, and the subject never does', async () => {
  const sent = body(await bookLink(), { showTests: true })
  await share(sent)
  const { subject, text } = await mailTo(sent.email)
  expect(text).toContain(fbc.name)
  expect(subject).not.toContain(fbc.name)
})

test('an altered address, or that of another order, is refused and nothing is mailed', async () => {
  const [mine, other] = [await bookLink(), await bookLink()]
  const his = await bookLink(await world.as(chidi))
  const before = await shares()
  const urls = [
    'https://evil.example/pay',
    `${mine.url}x`,
    mine.url.slice(0, -1),
    mine.url.replace('http:', 'https:'),
    mine.url.toUpperCase(),
    `${mine.url}?next=https://evil.example`,
    ` ${mine.url}`,
    other.url,
    his.url,
    '',
  ]
  for (const url of urls)
    expect(await share(body(mine, { url }))).toMatchObject({ httpStatus: 400, code: 'not_your_link' })
  expect(await shares()).toBe(before)
})

test('another account’s order is refused in the same words as an unknown one', async () => {
  const his = await bookLink(await world.as(chidi))
  const before = await shares()
  const foreign = await share(body(his))
  const unknown = await share(body({ order: 'LB-NEVER', url: his.url }))
  expect(foreign).toMatchObject({ httpStatus: 400, code: 'not_your_link' })
  expect(unknown).toEqual(foreign)
  expect(await shares()).toBe(before)
})

test('one address gets a link at most three times a day, from all senders', async () => {
  const email = 'often@cast.example'
  const asChidi = await world.as(chidi)
  const [mine, his] = [await bookLink(), await bookLink(asChidi)]
  const answers = []
  for (const caller of [asAda, asChidi, asAda])
    answers.push(await share(body(caller === asAda ? mine : his, { email }), caller))
  expect(answers.map((answer) => answer.httpStatus)).toEqual([200, 200, 200])
  const refused = await share(body(his, { email: 'OFTEN@cast.example' }), asChidi)
  expect(refused).toMatchObject({ httpStatus: 429, code: 'too_many' })
  expect((await share(body(his), asChidi)).httpStatus).toBe(200)
})

test('one account mails at most ten links a day, also concurrently', async () => {
  const links = await Promise.all(Array.from({ length: 14 }, () => bookLink()))
  const answers = await Promise.all(links.map((link) => share(body(link))))
  const statuses = answers.map((answer) => answer.httpStatus)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  world.clock.moveOn(24 * 60 * 60 * 1000 + 60_000)
  asAda = await world.as(ada)
  const [link = await bookLink()] = links
  expect((await share(body(link))).httpStatus).toBe(200)
})

test('the link of a paid order can no longer be mailed', async () => {
  const link = await bookLink()
  const token = link.url.split('/pay/')[1] ?? ''
  const { data } = await world.nobody(calls.payByLink, { params: { token }, body: {} })
  await world.control('POST', `/transactions/${data.reference}/succeed`, { webhook: false })
  await settle(world.provider, data.reference)
  expect(await share(body(link))).toMatchObject({ httpStatus: 409, code: 'already_paid' })
})

test('an ended link can no longer be mailed', async () => {
  const link = await bookLink()
  world.clock.moveOn(72 * 60 * 60 * 1000)
  asAda = await world.as(ada)
  expect(await share(body(link))).toMatchObject({ httpStatus: 410, code: 'link_ended' })
})

test('an address that a mail header could read as several is refused', async () => {
  const link = await bookLink()
  const before = await shares()
  for (const email of [
    'a@b.example,c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '<a@b.example>',
    'a b@c.example',
  ])
    expect(await share(body(link, { email }))).toMatchObject({ httpStatus: 400, code: 'invalid' })
  expect(await shares()).toBe(before)
})
