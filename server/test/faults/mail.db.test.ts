import { setTimeout as pause } from 'node:timers/promises'
import { extractText } from 'unpdf'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/ports.ts'
import { type Mailer, smtpMailer, waitingMailer } from '../../src/infra/mail/mail.ts'
import { noMessenger } from '../../src/infra/mail/messenger.ts'
import { qrCodePng } from '../../src/infra/pdf/qr-code.ts'
import { sendEach, sendOnce } from '../../src/modules/notifications/send-once.ts'
import { settle } from '../../src/modules/payments/index.ts'
import { startWork } from '../../src/worker.ts'
import { ada } from '../cast.ts'
import { hours } from '../clock.ts'
import { openPostOffice } from '../smtp.ts'
import { book, bookingForm, buildWorld, type Caller } from '../world.ts'

const from = 'Labalaba <no-reply@labalaba.example>'

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

/** Works the queue with a mailer of its own until the test ends. */
async function work(mailer: Mailer, messenger = world.parts.messenger): Promise<() => Promise<void>> {
  const worker = await startWork({
    ...world.workerParts,
    mailer,
    mailConfigured: mailer.configured,
    messenger,
  })
  let stopped = false
  async function stop(): Promise<void> {
    if (!stopped) await worker.stop()
    stopped = true
  }
  onTestFinished(stop)
  return stop
}

/** A paid order, so that mails are due. */
async function pay(email: string): Promise<void> {
  const { payment } = await book(asAda, bookingForm({ email }))
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await settle(world.provider, payment)
}

const waiting = () => world.sql<{ name: string; attempts: number }[]>`
  select task_identifier as name, attempts from graphile_worker.jobs where task_identifier like 'mail-%'`
const hurry = () => world.sql`update graphile_worker._private_jobs set run_at = now()`
const letter = (subject: string) => ({ subject, preheader: 'p', heading: 'h', blocks: [] })

test('each mail goes out once through SMTP, as text and HTML; the booker gets the confirmation too, with the receipt', async () => {
  const office = await openPostOffice()
  await pay('smtp@cast.example')
  await work(smtpMailer(office.url, from))
  await expect.poll(async () => (await waiting()).length, { timeout: 15_000 }).toBe(0)
  await pause(200)
  const recipients = office.mails.map(({ to }) => to.join()).toSorted()
  // The patient's address is not proven to be theirs: the booker reads their mail.
  const others = ['desk@yaba.example', 'operations@cast.example', 'smtp@cast.example']
  expect(recipients).toEqual([ada.email, ada.email, ...others])
  for (const { mail } of office.mails) {
    expect(mail.from?.text).toContain('no-reply@labalaba.example')
    expect(mail.text).toBeTruthy()
    expect(mail.html).toBeTruthy()
    expect(mail.subject).not.toMatch(/blood/i)
  }
  expect(new Set(office.mails.map(({ mail }) => mail.messageId)).size).toBe(5)
  const withFiles = office.mails.filter(({ mail }) => mail.attachments.length > 0)
  expect(withFiles.map(({ to }) => to.join())).toEqual([ada.email, ada.email])
  const numbers = await Promise.all(
    withFiles.map(async ({ mail: { attachments } }) => {
      const files = attachments.filter(({ cid }) => cid !== 'qr-code')
      const [{ filename = '', contentType, content } = expect.unreachable(), ...others] = files
      expect([contentType, others]).toEqual(['application/pdf', []])
      const { text } = await extractText(new Uint8Array(content), { mergePages: true })
      const [number = ''] = text.match(/LR-\d{4}-\d{6}/) ?? []
      expect(filename).toBe(`Labalaba-receipt-${number}.pdf`)
      return number
    }),
  )
  expect(new Set(numbers).size).toBe(1)
  // The confirmation has the code for the desk; the payer's receipt has none.
  const qrCodes = withFiles.filter(({ mail }) => mail.attachments.some(({ cid }) => cid === 'qr-code'))
  expect(qrCodes.map(({ mail }) => mail.subject)).toEqual(['Your booking is confirmed'])
})

test('a mail that the server received and then refused is sent again with the same Message-ID', async () => {
  const office = await openPostOffice()
  office.refuseFirst = true
  await pay('greylisted@cast.example')
  await work(smtpMailer(office.url, from))
  await expect.poll(() => office.mails.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4)
  await expect
    .poll(async () => (await hurry()) && (await waiting()).length, { timeout: 15_000, interval: 200 })
    .toBe(0)
  const ids = office.mails
    .filter(({ to }) => to.includes('greylisted@cast.example'))
    .map(({ mail }) => mail.messageId)
  expect(ids.length).toBe(2)
  expect(new Set(ids).size).toBe(1)
})

test('while SMTP is down every mail waits, and none is lost when it is back', async () => {
  const port = await freePort()
  await pay('patience@cast.example')
  const stop = await work(smtpMailer(`smtp://127.0.0.1:${port}`, from))
  await expect
    .poll(async () => (await waiting()).filter(({ attempts }) => attempts > 0).length, { timeout: 15_000 })
    .toBe(4)
  await stop()
  const office = await openPostOffice(port)
  await work(smtpMailer(office.url, from))
  await expect
    .poll(async () => (await hurry()) && (await waiting()).length, { timeout: 15_000, interval: 200 })
    .toBe(0)
  expect(office.mails.map(({ to }) => to.join())).toContain('patience@cast.example')
  expect(office.mails).toHaveLength(5)
})

test('while mail is not configured it waits untried, and is sent once it is', async () => {
  await pay('later@cast.example')
  const stop = await work(waitingMailer, noMessenger)
  await pause(1500)
  expect((await waiting()).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0])
  await stop()
  const office = await openPostOffice()
  await work(smtpMailer(office.url, from))
  await expect.poll(async () => (await waiting()).length, { timeout: 15_000 }).toBe(0)
  expect(office.mails).toHaveLength(5)
})

test('while messages are configured and mail is not, a mail is put aside, and sent once mail is configured', async () => {
  await pay('aside@cast.example')
  const stop = await work(waitingMailer)
  await expect
    .poll(async () => (await waiting()).map(({ name, attempts }) => `${name} ${attempts}`), {
      timeout: 15_000,
    })
    .toEqual(Array.from({ length: 4 }, () => 'mail-put-aside 0'))
  await stop()
  const office = await openPostOffice()
  await work(smtpMailer(office.url, from))
  await expect.poll(async () => (await waiting()).length, { timeout: 15_000 }).toBe(0)
  expect(office.mails).toHaveLength(5)
})

test('user input never becomes a header or another recipient', async () => {
  const office = await openPostOffice()
  const mailer = smtpMailer(office.url, from)
  const sending = { ...world.provider, mailer }
  const evil = 'Hello\r\nBcc: evil@evil.example\r\n\r\nbody\u2028X-Evil: 1'
  await sendOnce(sending, 'injection-1', 'good@cast.example', letter(evil))
  for (const to of [
    'a@b.example, evil@evil.example',
    'a@b.example\r\nRCPT TO:<evil@evil.example>',
    '<evil@evil.example>',
  ])
    await expect(sendOnce(sending, `injection-${to}`, to, letter('Hello'))).rejects.toThrow('recipient')
  const parts = { text: 't', html: 'h', messageId: 'x', attachments: [] }
  await mailer.send({ to: 'raw@cast.example', subject: evil, ...parts })
  expect(office.mails.map(({ to }) => to)).toEqual([['good@cast.example'], ['raw@cast.example']])
  for (const { mail } of office.mails) {
    expect([...mail.headers.keys()]).not.toContain('bcc')
    expect([...mail.headers.keys()]).not.toContain('x-evil')
    expect(mail.subject).toMatch(/^Hello\s+Bcc/)
  }
})

test('a QR code is an inline picture of the mail, beside the attachments', async () => {
  const office = await openPostOffice()
  const sending = { ...world.provider, mailer: smtpMailer(office.url, from) }
  const number = 'LB-7K2M-9QWE-4RTY-X3P8'
  const blocks = [{ kind: 'qrCode', label: 'Show this at the desk.', number }] as const
  const receipt = { name: 'receipt.pdf', file: new Uint8Array([37, 80]), type: 'application/pdf' }
  const attach = async () => [receipt]
  await sendOnce(sending, 'square-1', 'a@cast.example', { ...letter('Hi'), blocks }, attach)
  const [{ mail } = {}] = office.mails
  expect(
    mail?.attachments.map(({ cid, contentType, contentDisposition }) => [
      cid,
      contentType,
      contentDisposition,
    ]),
  ).toEqual([
    ['qr-code', 'image/png', 'inline'],
    [undefined, 'application/pdf', 'attachment'],
  ])
  expect(mail?.attachments[0]?.content).toEqual(Buffer.from(qrCodePng(number)))
  expect(mail?.text).toContain(number)
})

test('a notice that has been sent is not sent again', async () => {
  const office = await openPostOffice()
  const sending = { ...world.provider, mailer: smtpMailer(office.url, from) }
  for (let times = 0; times < 3; times += 1)
    await sendOnce(sending, 'only-once', 'a@cast.example', letter('Hi'))
  expect(office.mails).toHaveLength(1)
})

/** Last, as days go by. */
describe('a recipient whom the server refuses', () => {
  const sending = (mailer: Mailer, hoursAgo: number) => {
    const now = world.clock.now()
    return { ...world.provider, mailer, job: { at: new Date(now.getTime() - hoursAgo * hours) } }
  }

  test('is tried for a day, and then the mail is dropped; its address is not in the error', async () => {
    const office = await openPostOffice()
    office.unknown.add('nobody@cast.example')
    const mailer = smtpMailer(office.url, from)
    const send = (hoursAgo: number) =>
      sendOnce(sending(mailer, hoursAgo), 'refused-1', 'nobody@cast.example', letter('Hi'))
    await sendOnce(sending(mailer, 0), 'accepted-1', 'a@cast.example', letter('Hi'))
    await expect(send(23)).rejects.toThrow(/^the mail server refuses the recipient \(SMTP 550\)$/)
    await send(25)
    office.unknown.clear()
    await send(25)
    expect(office.mails).toHaveLength(1)
  })

  test('is never dropped while the server refuses everybody', async () => {
    const office = await openPostOffice()
    for (const name of ['one', 'two']) office.unknown.add(`${name}@cast.example`)
    const mailer = smtpMailer(office.url, from)
    world.clock.moveOn(60 * hours)
    for (const name of ['one', 'two', 'one'])
      await expect(
        sendOnce(sending(mailer, 25), `everybody-${name}`, `${name}@cast.example`, letter('Hi')),
      ).rejects.toThrow('refuses')
  })

  test('does not hold up the others of one event', async () => {
    const office = await openPostOffice()
    office.unknown.add('first@cast.example')
    const recipients = ['first', 'second'].map((name) => ({
      key: `each-${name}`,
      to: `${name}@cast.example`,
    }))
    const all = sendEach(sending(smtpMailer(office.url, from), 0), letter('Hi'), recipients)
    await expect(all).rejects.toThrow('refuses')
    expect(office.mails.map(({ to }) => to)).toEqual([['second@cast.example']])
  })
})
