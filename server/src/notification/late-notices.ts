import { accountById } from '../account/index.ts'
import { type OrderRow, orderById, visitAfterMoney } from '../booking/index.ts'
import { labById } from '../lab/index.ts'
import { paymentById } from '../payment/index.ts'
import type { Job, Jobs } from '../platform/jobs.ts'
import type { NotificationNeeds } from './jobs.ts'
import { lateLetter, movedLabLetter, movedPatientLetter } from './late-mails.ts'
import type { Letter } from './letter.ts'
import { sendOnce } from './notices.ts'

/** The mails about money that came late and what was chosen then, as jobs that may be repeated. */
export function lateNotices(needs: NotificationNeeds): Jobs {
  return {
    'mail-late-owner': async ({ paymentId }) => {
      const payment = await paymentById(needs.db, Number(paymentId))
      const order = payment && (await orderById(needs.db, payment.order_id))
      // Whoever has chosen meanwhile is not asked any more.
      if (!order || order.late_choice !== null || order.state !== 'scheduled') return
      const owner = await accountById(needs.db, order.account_id)
      if (!owner || owner.state === 'deleted') return
      const letter = lateLetter(order, await visitAfterMoney(needs.db, order), needs.publicUrl)
      await sendOnce(needs, `late-owner:${paymentId}`, owner.email, letter)
    },
    'mail-moved-patient': moved(needs, 'patient', async (order) => order.patient_email, movedPatientLetter),
    'mail-moved-lab': moved(
      needs,
      'lab',
      async (order) => (await labById(needs.db, order.lab_id))?.email,
      movedLabLetter,
    ),
  }
}

function moved(
  needs: NotificationNeeds,
  kind: string,
  to: (order: OrderRow) => Promise<string | undefined>,
  letter: (order: OrderRow) => Letter,
): Job {
  return async ({ orderId, noticeKey }) => {
    const order = await orderById(needs.db, Number(orderId))
    const recipient = order && (await to(order))
    if (order && recipient) await sendOnce(needs, `${kind}:${noticeKey}`, recipient, letter(order))
  }
}
