import { accountById } from '../account/index.ts'
import { type OrderRow, orderById, visitAfterMoney } from '../booking/index.ts'
import { labById } from '../lab/index.ts'
import { paymentById } from '../payment/index.ts'
import type { Job, Jobs } from '../platform/jobs.ts'
import { tell } from './channel/tell.ts'
import type { NotificationNeeds } from './jobs.ts'
import { lateLetter, movedLabLetter, movedPatientLetter } from './late-mails.ts'
import { sendOnce } from './notices.ts'
import { tellPatient } from './patient/tell-patient.ts'

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
      const about = { topic: 'bookings', kind: 'late', order, letter } as const
      await tell(needs, { ...about, key: `late-owner:${paymentId}`, to: owner.email })
    },
    'mail-moved-patient': moved(needs, async (order, noticeKey) => {
      const about = { topic: 'bookings', kind: 'moved', order, letter: movedPatientLetter(order) } as const
      await tellPatient(needs, { ...about, key: `patient:${noticeKey}` })
    }),
    'mail-moved-lab': moved(needs, async (order, noticeKey) => {
      const lab = await labById(needs.db, order.lab_id)
      if (lab) await sendOnce(needs, `lab:${noticeKey}`, lab.email, movedLabLetter(order))
    }),
  }
}

function moved(needs: NotificationNeeds, send: (order: OrderRow, noticeKey: string) => Promise<void>): Job {
  return async ({ orderId, noticeKey }) => {
    const order = await orderById(needs.db, Number(orderId))
    if (order) await send(order, String(noticeKey))
  }
}
