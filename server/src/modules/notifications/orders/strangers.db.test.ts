import {
  acceptInvitation,
  addBooking,
  addPerson,
  applyAsPartner,
  changePerson,
  consentVersion,
  createAccount,
  inviteStaff,
  payByLink,
  sharePaymentUrl,
} from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { ada, drBello, ops, sugar, yaba } from '../../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller } from '../../../../test/world.ts'
import type { Mail } from '../../../infra/mail/mail.ts'
import { settle } from '../../payments/settle.ts'
import { notificationJobs } from '../jobs.ts'

/** A message that an attacker would like to send to strangers in our name. */
const lure = 'URGENT refund: visit http://evil.example'
const lureWords = ['urgent', 'evil']

const world = await buildWorld()
const { sql } = world
const [asAda, asBello] = [await world.as(ada), await world.as(drBello)]

const newAccount = {
  email: 'new@cast.example',
  password: 'harmattan-okra-kora',
  phone: '08030000777',
  username: 'new',
  location: 'Yaba',
  source: 'web',
  type: 'user',
  branch: 'at_home_service',
} as const
const sister = {
  gender: 'Female',
  dob: '1990-05-06',
  relationship: 'sibling',
  consent: { as: 'permission', version: consentVersion },
} as const
const application = {
  kind: 'doctor',
  email: 'applicant@cast.example',
  phone: '08030000888',
  state: 'Lagos',
  area: 'Yaba',
  message: lure,
  consent: true,
  reference: 'strangers-1',
} as const

/** Books by link as a doctor and answers the order, and the body that mails its link to a stranger. */
async function bookLink(caller: Caller, payer: string) {
  const form = bookingForm({ payment: 'link', email: 'patient@cast.example', test: [{ ...sugar }] })
  const { data } = await caller(addBooking, { body: form })
  const summary = { tests: [lure], lab: lure, location: lure, total_amount: '1' }
  const orderSummary = { orderId: data.orderReference, ...summary }
  const body = { url: data.url ?? '', email: payer, patient_name: 'Mama Obi', phone: '', orderSummary }
  return { order: data.orderReference, token: data.url?.split('/pay/')[1] ?? '', body }
}

async function one<T extends string | number>(found: Promise<readonly { id: T }[]>): Promise<T> {
  return (await found)[0]?.id ?? expect.unreachable()
}

describe('a name that holds a link is refused', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const name = lure
  test.each([
    ['a registration', async () => await world.nobody(createAccount, { body: { ...newAccount, name } })],
    ['a booking', async () => await asAda(addBooking, { body: bookingForm({ name }) })],
    ['a person to book for', async () => await asAda(addPerson, { body: { ...sister, name } })],
    [
      'a change of that person',
      async () => await asAda(changePerson, { params: { id }, body: { ...sister, name, basedOn: id } }),
    ],
    [
      'a partner application',
      async () => await world.nobody(applyAsPartner, { body: { ...application, name } }),
    ],
    [
      'an invitation of staff',
      async () =>
        await (await world.as(ops))(inviteStaff, {
          body: { type: 'operator', email: 'invited@cast.example', name },
        }),
    ],
    [
      'the acceptance of an invitation',
      async () =>
        await world.nobody(acceptInvitation, {
          body: { token: 'x'.repeat(43), phone: '08030000777', password: 'harmattan-okra-kora', name },
        }),
    ],
  ])('in %s', async (_, send) => {
    expect(await send()).toMatchObject({
      ...{ httpStatus: 400, code: 'invalid' },
      fields: { name: expect.stringContaining('A name cannot hold a link or an email address.') },
    })
  })

  test('beside a payment link that is to be mailed', async () => {
    const { body } = await bookLink(asAda, 'refused@cast.example')
    expect(await asAda(sharePaymentUrl, { body: { ...body, patient_name: lure } })).toMatchObject({
      ...{ httpStatus: 400, code: 'invalid' },
      fields: { patient_name: expect.stringContaining('A name cannot hold a link or an email address.') },
    })
  })
})

describe('mail to people who have no account', () => {
  const sent: Mail[] = []
  const printed: unknown[] = []
  const mailer = { configured: true, send: async (mail: Mail) => void sent.push(mail) }
  const renderer = {
    render: async (content: unknown) => {
      printed.push(content)
      return new Uint8Array([1])
    },
    close: async () => undefined,
  }
  const jobs = notificationJobs({ ...world.parts, mailer, renderer })
  const strangers = [
    ...['uncle@cast.example', 'patient@cast.example', 'applicant@cast.example', 'invited@cast.example'],
    newAccount.email,
  ]

  /** Runs a job and answers the mails of it that go to a stranger. */
  async function mailsOf(job: string, payload: object): Promise<Mail[]> {
    sent.length = 0
    await jobs[job]?.({ noticeKey: job, ...payload })
    return sent.filter(({ to }) => strangers.includes(to))
  }

  /** Gives every record in the database a name from before the rule, which no call can set any more. */
  async function namesFromBefore(): Promise<void> {
    await sql.begin(async (tx) => {
      // Who the patient of an order is cannot be changed otherwise.
      await tx`set local session_replication_role = replica`
      await tx`update lab_order set patient_name = ${lure}`
      await tx`update account set name = ${lure}`
      await tx`update partner_application set name = ${lure}`
      await tx`update staff_member set name = ${lure}`
    })
  }

  test('contains no free text of others, even if a name is older than the rule', async () => {
    const { order, token, body } = await bookLink(asBello, 'uncle@cast.example')
    expect((await asBello(sharePaymentUrl, { body })).httpStatus).toBe(200)
    await world.nobody(createAccount, { body: { ...newAccount, name: 'New Person' } })
    await world.nobody(applyAsPartner, { body: { ...application, name: 'An Applicant' } })
    const invited = await (await world.as(ops))(inviteStaff, {
      body: { type: 'operator', email: 'invited@cast.example', name: 'Somebody Invited' },
    })
    const orderId = await one(sql<{ id: number }[]>`select id from lab_order where reference = ${order}`)
    const shareId = await one(sql<{ id: number }[]>`select max(id) as id from payment_link_share`)
    const applicationId = await one(sql<{ id: number }[]>`select id from partner_application`)
    const codeId = await one(sql<{ id: string }[]>`
      select code.id from code join account on account.id = account_id where email = ${newAccount.email}`)
    await namesFromBefore()
    const found = new Map([
      ['mail-payment-link', await mailsOf('mail-payment-link', { shareId })],
      ['mail-link-closed', await mailsOf('mail-link-closed', { orderId })],
      ['mail-application-receipt', await mailsOf('mail-application-receipt', { applicationId })],
      ['mail-invitation', await mailsOf('mail-invitation', { staffId: invited.data.id })],
      ['mail-code', await mailsOf('mail-code', { codeId })],
    ])
    const { data } = await world.nobody(payByLink, {
      params: { token },
      body: { email: 'uncle@cast.example' },
    })
    await world.control('POST', `/transactions/${data.reference}/succeed`, { webhook: false })
    await settle(world.provider, data.reference)
    const paymentId = await one(
      sql<{ id: number }[]>`select id from payment where reference = ${data.reference}`,
    )
    found.set('mail-payer', await mailsOf('mail-payer', { paymentId }))
    found.set('mail-patient', await mailsOf('mail-patient', { paymentId }))
    found.set('mail-consent', await mailsOf('mail-consent', { orderId }))
    for (const [kind, mails] of found) {
      expect(mails.length, kind).toBeGreaterThan(0)
      for (const { subject, text, html } of mails)
        for (const part of [subject, text, html])
          for (const word of lureWords) expect(part.toLowerCase(), kind).not.toContain(word)
    }
    expect(found.get('mail-payment-link')?.[0]?.text).toContain('confirmed email b…@cast.example')
    // An operator has compared this name with the licence.
    expect(found.get('mail-consent')?.[0]?.text).toContain('Dr Bello booked the order below')
    // The receipt that goes along with the payer's mail, and not the one of the doctor who booked.
    const [receipt] = printed
    for (const word of lureWords) expect(JSON.stringify(receipt).toLowerCase()).not.toContain(word)
  }, 60_000)

  test('about a payment link identifies the sender by a confirmed address, and never by a typed name', async () => {
    const { body } = await bookLink(asBello, 'uncle@cast.example')
    await asBello(sharePaymentUrl, { body })
    await sql`update account set name = 'Chief Impostor' where email = ${drBello.email}`
    const shareId = await one(sql<{ id: number }[]>`select max(id) as id from payment_link_share`)
    const [link] = await mailsOf('mail-payment-link', { shareId })
    for (const part of [link?.text, link?.html]) {
      expect(part).toContain('confirmed email b…@cast.example')
      expect(part).toContain('Mama Obi')
      expect(part).toContain(yaba.name)
      expect(part).not.toContain('Impostor')
    }
  })
})
