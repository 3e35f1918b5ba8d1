import type { Job, Jobs } from '../../infra/queue/jobs.ts'
import { accountById } from '../accounts/index.ts'
import { labById } from '../labs/index.ts'
import { type OrderRow, orderById } from '../orders/index.ts'
import { paymentById } from '../payments/index.ts'
import { visitAfterMoney } from '../scheduling/index.ts'
import { tell } from './channel/tell.ts'
import type { NotificationDependencies } from './jobs.ts'
import { lateLetter, movedLabLetter, movedPatientLetter } from './late-mails.ts'
import { sendOnce } from './notices.ts'
import { tellPatient } from './patient/tell-patient.ts'

/** The mails about late payments and the choice made after them, as jobs that are safe to repeat. */
export function lateNotices(deps: NotificationDependencies): Jobs {
  return {
    'mail-late-owner': async ({ paymentId }) => {
      const payment = await paymentById(deps.db, Number(paymentId))
      const order = payment && (await orderById(deps.db, payment.order_id))
      // Skipped if the booker has chosen meanwhile.
      if (!order || order.late_choice !== null || order.state !== 'scheduled') return
      const owner = await accountById(deps.db, order.account_id)
      if (!owner || owner.state === 'deleted') return
      const letter = lateLetter(order, await visitAfterMoney(deps.db, order), deps.publicUrl)
      const about = { topic: 'bookings', kind: 'late', order, letter } as const
      await tell(deps, { ...about, key: `late-owner:${paymentId}`, to: owner.email })
    },
    'mail-moved-patient': moved(deps, async (order, noticeKey) => {
      const about = { topic: 'bookings', kind: 'moved', order, letter: movedPatientLetter(order) } as const
      await tellPatient(deps, { ...about, key: `patient:${noticeKey}` })
    }),
    'mail-moved-lab': moved(deps, async (order, noticeKey) => {
      const lab = await labById(deps.db, order.lab_id)
      if (lab) await sendOnce(deps, `lab:${noticeKey}`, lab.email, movedLabLetter(order))
    }),
  }
}

function moved(
  deps: NotificationDependencies,
  send: (order: OrderRow, noticeKey: string) => Promise<void>,
): Job {
  return async ({ orderId, noticeKey }) => {
    const order = await orderById(deps.db, Number(orderId))
    if (order) await send(order, String(noticeKey))
  }
}
