import { linesOf, orderById, trackUrl } from '../booking/index.ts'
import { labById, locationById } from '../lab/index.ts'
import { linkUrl, paymentById, shareById } from '../payment/index.ts'
import type { Job, Jobs } from '../platform/jobs.ts'
import type { NotificationNeeds } from './jobs.ts'
import type { Letter } from './letter.ts'
import { sendOnce } from './notices.ts'
import * as mails from './payment-mails.ts'
import * as staff from './staff-mails.ts'

/** The mails about money, as jobs that may be repeated. */
export function paymentNotices(needs: NotificationNeeds): Jobs {
  return {
    'mail-patient': paid(needs, 'patient', ({ order }) => order.patient_email, mails.patientLetter),
    'mail-payer': paid(needs, 'payer', otherPayer, mails.payerLetter),
    'mail-lab': paid(needs, 'lab', ({ labEmail }) => labEmail, staff.labLetter),
    'mail-operator': paid(needs, 'operator', () => needs.operatorMail, staff.operatorLetter),
    'mail-held-operator': about(needs, 'held-operator', () => needs.operatorMail, staff.heldOperatorLetter),
    'mail-held-payer': about(
      needs,
      'held-payer',
      ({ payment }) => payment.payer_email,
      mails.heldPayerLetter,
    ),
    'mail-refund-stuck': about(needs, 'refund-stuck', () => needs.operatorMail, staff.refundStuckLetter),
    'mail-refunded': about(needs, 'refunded', ({ payment }) => payment.payer_email, mails.refundedLetter),
    'mail-payment-link': async ({ shareId }) => {
      const share = await shareById(needs.db, Number(shareId))
      const order = share && (await orderById(needs.db, share.order_id))
      if (!share || !order || order.paid_at || share.expires_at <= needs.clock.now()) return
      const lines = order.show_tests ? await linesOf(needs.db, order.id) : []
      const letter = mails.linkLetter(order, lines, linkUrl(needs, share.link_id), share.expires_at)
      await sendOnce(needs, `link-share:${shareId}`, share.recipient, letter)
    },
  }
}

type WithLab = mails.Paid & { readonly labEmail: string }

/** Somebody other than the patient paid, and gets a receipt of their own. */
function otherPayer({ order, payment }: WithLab): string | null {
  return payment.payer_email.toLowerCase() === order.patient_email.toLowerCase() ? null : payment.payer_email
}

function paid(
  needs: NotificationNeeds,
  kind: string,
  to: (paid: WithLab) => string | null,
  letter: (paid: mails.Paid) => Letter,
): Job {
  return async ({ paymentId }) => {
    const known = await readPayment(needs, Number(paymentId))
    const [lines, place, lab] = await Promise.all([
      linesOf(needs.db, known.order.id),
      locationById(needs.db, known.order.location_id),
      labById(needs.db, known.order.lab_id),
    ])
    if (!place || !lab) throw new Error(`the lab of order ${known.order.id} is gone`)
    const all = {
      ...known,
      lines,
      place,
      labEmail: lab.email,
      publicUrl: needs.publicUrl,
      trackUrl: trackUrl(needs, known.order.reference),
    }
    const recipient = to(all)
    if (recipient) await sendOnce(needs, `${kind}:${paymentId}`, recipient, letter(all))
  }
}

type Known = Pick<mails.Paid, 'order' | 'payment'>

function about(
  needs: NotificationNeeds,
  kind: string,
  to: (known: Known) => string,
  letter: (...about: [Known['order'], Known['payment']]) => Letter,
): Job {
  return async ({ paymentId }) => {
    const known = await readPayment(needs, Number(paymentId))
    await sendOnce(needs, `${kind}:${paymentId}`, to(known), letter(known.order, known.payment))
  }
}

async function readPayment(needs: NotificationNeeds, paymentId: number): Promise<Known> {
  const payment = await paymentById(needs.db, paymentId)
  const order = payment && (await orderById(needs.db, payment.order_id))
  if (!payment || !order) throw new Error(`payment ${paymentId} is gone`)
  return { payment, order }
}
