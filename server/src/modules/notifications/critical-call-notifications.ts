import type { Jobs } from '../../infra/queue/jobs.ts'
import { labById, managersAt } from '../labs/index.ts'
import { type OrderRow, orderById } from '../orders/index.ts'
import { callById, reportById } from '../results/index.ts'
import type { NotificationDependencies } from './channel/notify.ts'
import { type Letter, rows } from './letter.ts'
import { sendEach } from './send-once.ts'

/** The mail about an overdue critical call, as a job that is safe to repeat. Staff of a lab get mail alone. */
export function criticalCallNotifications(deps: NotificationDependencies): Jobs {
  const { db } = deps
  return {
    'mail-call-overdue': async ({ callId, noticeKey }) => {
      const call = await callById(db, Number(callId))
      const report = call && (await reportById(db, call.report_id))
      const order = report && (await orderById(db, report.order_id))
      if (!call || !order) throw new Error(`critical call ${callId} is gone`)
      // The call has ended since the mail was queued.
      if (call.ended_at) return
      const letter = callOverdueLetter(order, deps.publicUrl)
      const addresses = await addressesOf(deps, order)
      await sendEach(
        deps,
        letter,
        addresses.map((to) => ({ key: `${noticeKey}:${to}`, to })),
      )
    },
  }
}

/** The managers of the order's location; the lab's own address if it has none. */
async function addressesOf({ db }: NotificationDependencies, order: OrderRow): Promise<readonly string[]> {
  const managers = await managersAt(db, order)
  if (managers.length > 0) return managers.map(({ email }) => email)
  const lab = await labById(db, order.lab_id)
  return lab ? [lab.email] : []
}

/** Tells the managers of a lab that a call is overdue. It names no patient, no test and no value. */
function callOverdueLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: `Please call now: ${order.reference}`,
    preheader: 'The time for a call about a critical result is over.',
    heading: 'A call about a critical result is overdue',
    blocks: [
      'Your lab verified a critical result. No call that reached someone is recorded. The patient may be in danger. Ask someone to call now, and to log the call.',
      {
        kind: 'button',
        label: 'Open the results',
        href: `${publicUrl}/portal/lab/orders/${order.reference}/results`,
      },
      rows(['Order id', order.reference], ['Location', order.location_name]),
    ],
  }
}
