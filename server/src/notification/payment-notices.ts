import { createHash } from 'node:crypto'
import { accountById } from '../account/index.ts'
import { linesOf, orderById, trackUrl, visitAfterMoney } from '../booking/index.ts'
import { labById, locationById } from '../lab/index.ts'
import { askedToPay, type Copy, linkUrl, paymentById, printReceipt, shareById } from '../payment/index.ts'
import type { Job, Jobs } from '../platform/jobs.ts'
import type { Attachment } from '../platform/mail.ts'
import { NotDrawn } from '../platform/paper/press.ts'
import { type Notice, tell } from './channel/tell.ts'
import type { NotificationNeeds } from './jobs.ts'
import type { Letter } from './letter.ts'
import { sendOnce } from './notices.ts'
import { tellPatient } from './patient/tell-patient.ts'
import * as mails from './payment-mails.ts'
import * as staff from './staff-mails.ts'
import { senderWords } from './stranger/sender.ts'

/** The mails about money, as jobs that may be repeated. */
export function paymentNotices(needs: NotificationNeeds): Jobs {
  return {
    'mail-patient': async ({ paymentId }) => {
      const all = await readPaid(needs, Number(paymentId))
      await tellPatient(needs, {
        ...{ key: `patient:${paymentId}`, topic: 'bookings', kind: 'paid', order: all.order },
        ...{ letter: mails.patientLetter(all), toBooker: mails.bookerLetter(all) },
        attach: () => receiptFor(needs, all, 'owner'),
      })
    },
    'mail-payer': paid(needs, 'payer', otherPayer, mails.payerLetter, {
      told: { topic: 'money', kind: 'receipt', toPayer: true },
      copy: payersCopy,
    }),
    'mail-lab': paid(needs, 'lab', ({ labEmail }) => labEmail, staff.labLetter),
    'mail-operator': paid(needs, 'operator', () => needs.operatorMail, staff.operatorLetter),
    'mail-held-payer': async ({ paymentId }) => {
      const { order, payment } = await readPayment(needs, Number(paymentId))
      await tell(needs, {
        ...{ key: `held-payer:${paymentId}`, topic: 'money', kind: 'held', toPayer: true },
        ...{ to: payment.payer_email, order, letter: mails.heldPayerLetter(order, payment) },
      })
    },
    'mail-payment-link': async ({ shareId }) => {
      const share = await shareById(needs.db, Number(shareId))
      const order = share && (await orderById(needs.db, share.order_id))
      if (!share || !order || order.paid_at || share.expires_at <= needs.clock.now()) return
      const lines = order.show_tests ? await linesOf(needs.db, order.id) : []
      const letter = mails.linkLetter(order, lines, {
        sender: senderWords(await accountById(needs.db, order.account_id)),
        url: linkUrl(needs, share.link_id),
        expiresAt: share.expires_at,
      })
      await sendOnce(needs, `link-share:${shareId}`, share.recipient, letter)
    },
    'mail-link-closed': async ({ orderId }) => {
      const order = await orderById(needs.db, Number(orderId))
      if (!order) throw new Error(`order ${orderId} is gone`)
      for (const address of await askedToPay(needs.db, order.id))
        await sendOnce(
          needs,
          `link-closed:${orderId}:${shortHash(address)}`,
          address,
          mails.linkClosedLetter(order),
        )
    },
  }
}

/** Tells addresses apart where they are not to be kept. */
function shortHash(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 24)
}

type WithLab = mails.Paid & { readonly labEmail: string }

/** Somebody other than the patient paid, and gets a receipt of their own. */
function otherPayer({ order, payment }: WithLab): string | null {
  return payment.payer_email.toLowerCase() === order.patient_email.toLowerCase() ? null : payment.payer_email
}

/** Without a link it is the account that booked who paid, and all of the order is its own. */
function payersCopy({ payment }: Known): Copy {
  return payment.link_id === null ? 'owner' : 'payer'
}

/** The receipt to go with a mail; nothing where it cannot be drawn, for the mail says all that matters. */
async function receiptFor(
  needs: NotificationNeeds,
  { order, payment }: Known,
  copy: Copy,
): Promise<Attachment[]> {
  try {
    return [{ ...(await printReceipt(needs, order, payment, copy)), type: 'application/pdf' }]
  } catch (error) {
    if (!(error instanceof NotDrawn)) throw error
    needs.log.error({ err: error, payment: payment.reference }, 'a receipt could not be drawn')
    return []
  }
}

/** What is different where a person, and not who works here, is told of a payment. */
type ToPerson = {
  readonly told: Pick<Notice, 'topic' | 'kind' | 'toPayer'>
  /** Whose copy of the receipt goes along. */
  readonly copy: (known: Known) => Copy
}

function paid(
  needs: NotificationNeeds,
  kind: string,
  to: (paid: WithLab) => string | null,
  letter: (paid: mails.Paid) => Letter,
  toPerson?: ToPerson,
): Job {
  return async ({ paymentId }) => {
    const all = await readPaid(needs, Number(paymentId))
    const recipient = to(all)
    if (!recipient) return
    const mail = { key: `${kind}:${paymentId}`, to: recipient, letter: letter(all) }
    if (!toPerson) return await sendOnce(needs, mail.key, mail.to, mail.letter)
    const attach = () => receiptFor(needs, all, toPerson.copy(all))
    await tell(needs, { ...toPerson.told, ...mail, order: all.order, attach })
  }
}

async function readPaid(needs: NotificationNeeds, paymentId: number): Promise<WithLab> {
  const known = await readPayment(needs, paymentId)
  const { order } = known
  const [lines, place, lab, visit] = await Promise.all([
    linesOf(needs.db, order.id),
    locationById(needs.db, order.location_id),
    labById(needs.db, order.lab_id),
    visitAfterMoney(needs.db, order),
  ])
  if (!place || !lab) throw new Error(`the lab of order ${order.id} is gone`)
  return {
    ...{ ...known, lines, place, visit, labEmail: lab.email },
    ...{ publicUrl: needs.publicUrl, trackUrl: trackUrl(needs, order.reference) },
  }
}

type Known = Pick<mails.Paid, 'order' | 'payment'>

async function readPayment(needs: NotificationNeeds, paymentId: number): Promise<Known> {
  const payment = await paymentById(needs.db, paymentId)
  const order = payment && (await orderById(needs.db, payment.order_id))
  if (!payment || !order) throw new Error(`payment ${paymentId} is gone`)
  return { payment, order }
}
