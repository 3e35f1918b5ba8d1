import { createHash } from 'node:crypto'
import type { Attachment } from '../../infra/mail/mail.ts'
import { RenderingError } from '../../infra/pdf/renderer.ts'
import type { Job, Jobs } from '../../infra/queue/jobs.ts'
import { accountById } from '../accounts/index.ts'
import { labById, locationById } from '../labs/index.ts'
import { linesOf, orderById, trackUrl } from '../orders/index.ts'
import { askedToPay, type Copy, linkUrl, paymentById, printReceipt, shareById } from '../payments/index.ts'
import { visitAfterMoney } from '../scheduling/index.ts'
import { type Notice, tell } from './channel/tell.ts'
import type { NotificationDependencies } from './jobs.ts'
import type { Letter } from './letter.ts'
import { sendOnce } from './notices.ts'
import { tellPatient } from './patient/tell-patient.ts'
import * as mails from './payment-mails.ts'
import * as staff from './staff-mails.ts'
import { senderWords } from './stranger/sender.ts'

/** The mails about payments, as jobs that are safe to repeat. */
export function paymentNotices(deps: NotificationDependencies): Jobs {
  return {
    'mail-patient': async ({ paymentId }) => {
      const all = await readPaid(deps, Number(paymentId))
      await tellPatient(deps, {
        ...{ key: `patient:${paymentId}`, topic: 'bookings', kind: 'paid', order: all.order },
        ...{ letter: mails.patientLetter(all), toBooker: mails.bookerLetter(all) },
        attach: () => receiptFor(deps, all, 'owner'),
      })
    },
    'mail-payer': paid(deps, 'payer', otherPayer, mails.payerLetter, {
      told: { topic: 'money', kind: 'receipt', toPayer: true },
      copy: payersCopy,
    }),
    'mail-lab': paid(deps, 'lab', ({ labEmail }) => labEmail, staff.labLetter),
    'mail-operator': paid(deps, 'operator', () => deps.operatorMail, staff.operatorLetter),
    'mail-held-payer': async ({ paymentId }) => {
      const { order, payment } = await readPayment(deps, Number(paymentId))
      await tell(deps, {
        ...{ key: `held-payer:${paymentId}`, topic: 'money', kind: 'held', toPayer: true },
        ...{ to: payment.payer_email, order, letter: mails.heldPayerLetter(order, payment) },
      })
    },
    'mail-payment-link': async ({ shareId }) => {
      const share = await shareById(deps.db, Number(shareId))
      const order = share && (await orderById(deps.db, share.order_id))
      if (!share || !order || order.paid_at || share.expires_at <= deps.clock.now()) return
      const lines = order.show_tests ? await linesOf(deps.db, order.id) : []
      const letter = mails.linkLetter(order, lines, {
        sender: senderWords(await accountById(deps.db, order.account_id)),
        url: linkUrl(deps, share.link_id),
        expiresAt: share.expires_at,
      })
      await sendOnce(deps, `link-share:${shareId}`, share.recipient, letter)
    },
    'mail-link-closed': async ({ orderId }) => {
      const order = await orderById(deps.db, Number(orderId))
      if (!order) throw new Error(`order ${orderId} is gone`)
      for (const address of await askedToPay(deps.db, order.id))
        await sendOnce(
          deps,
          `link-closed:${orderId}:${shortHash(address)}`,
          address,
          mails.linkClosedLetter(order),
        )
    },
  }
}

/** Distinguishes addresses without storing them. */
function shortHash(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 24)
}

type WithLab = mails.Paid & { readonly labEmail: string }

/** The payer's address if the payer is not the patient, for a receipt of their own; otherwise null. */
function otherPayer({ order, payment }: WithLab): string | null {
  return payment.payer_email.toLowerCase() === order.patient_email.toLowerCase() ? null : payment.payer_email
}

/** A payment without a link was made by the booking account, which may see the whole order. */
function payersCopy({ payment }: PaidOrder): Copy {
  return payment.link_id === null ? 'owner' : 'payer'
}

/** The receipt to attach to a mail. Empty if it cannot be drawn, as the mail contains everything important. */
async function receiptFor(
  deps: NotificationDependencies,
  { order, payment }: PaidOrder,
  copy: Copy,
): Promise<Attachment[]> {
  try {
    return [{ ...(await printReceipt(deps, order, payment, copy)), type: 'application/pdf' }]
  } catch (error) {
    if (!(error instanceof RenderingError)) throw error
    deps.log.error({ err: error, payment: payment.reference }, 'a receipt could not be drawn')
    return []
  }
}

/** Options for mails about a payment to private persons, not to the lab or operators. */
type ToPerson = {
  readonly told: Pick<Notice, 'topic' | 'kind' | 'toPayer'>
  /** Which copy of the receipt is attached. */
  readonly copy: (known: PaidOrder) => Copy
}

function paid(
  deps: NotificationDependencies,
  kind: string,
  to: (paid: WithLab) => string | null,
  letter: (paid: mails.Paid) => Letter,
  toPerson?: ToPerson,
): Job {
  return async ({ paymentId }) => {
    const all = await readPaid(deps, Number(paymentId))
    const recipient = to(all)
    if (!recipient) return
    const mail = { key: `${kind}:${paymentId}`, to: recipient, letter: letter(all) }
    if (!toPerson) return await sendOnce(deps, mail.key, mail.to, mail.letter)
    const attach = () => receiptFor(deps, all, toPerson.copy(all))
    await tell(deps, { ...toPerson.told, ...mail, order: all.order, attach })
  }
}

async function readPaid(deps: NotificationDependencies, paymentId: number): Promise<WithLab> {
  const known = await readPayment(deps, paymentId)
  const { order } = known
  const [lines, place, lab, visit] = await Promise.all([
    linesOf(deps.db, order.id),
    locationById(deps.db, order.location_id),
    labById(deps.db, order.lab_id),
    visitAfterMoney(deps.db, order),
  ])
  if (!place || !lab) throw new Error(`the lab of order ${order.id} is gone`)
  return {
    ...{ ...known, lines, place, visit, labEmail: lab.email },
    ...{ publicUrl: deps.publicUrl, trackUrl: trackUrl(deps, order.reference) },
  }
}

type PaidOrder = Pick<mails.Paid, 'order' | 'payment'>

async function readPayment(deps: NotificationDependencies, paymentId: number): Promise<PaidOrder> {
  const payment = await paymentById(deps.db, paymentId)
  const order = payment && (await orderById(deps.db, payment.order_id))
  if (!payment || !order) throw new Error(`payment ${paymentId} is gone`)
  return { payment, order }
}
