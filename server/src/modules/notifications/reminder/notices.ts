import { addDays, lagosDate } from '@labalaba/contract'
import type { Jobs } from '../../../infra/queue/jobs.ts'
import { accountById } from '../../accounts/index.ts'
import { nextStepOf } from '../../home-visits/index.ts'
import { linesOf, orderById } from '../../orders/index.ts'
import { visitAfterMoney } from '../../scheduling/index.ts'
import { tell } from '../channel/tell.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { tellPatient } from '../patient/tell-patient.ts'
import { placedLetter, reminderLetter } from './mails.ts'

/** The notifications that are sent at a set time, as jobs that are safe to repeat. */
export function reminderNotices(deps: NotificationDependencies): Jobs {
  const { db, clock, publicUrl } = deps
  return {
    'mail-reminder': async ({ orderId, day }) => {
      const order = await orderById(db, Number(orderId))
      const now = clock.now()
      // The visit may have been cancelled or moved since, and "tomorrow" is true for this evening only.
      if (order?.state !== 'scheduled' || order.collection_on !== day) return
      if (addDays(lagosDate(now), 1) !== day || (await visitAfterMoney(db, order)) !== 'stands') return
      // Skipped if a home visit is not the next step of the order.
      if ((await nextStepOf(db, order, now)) !== 'visit') return
      await tellPatient(deps, {
        ...{
          key: `reminder:${order.id}:${day}`,
          topic: 'bookings',
          kind: 'reminder',
          goodUntil: () => new Date(`${day}T00:00:00+01:00`),
        },
        order,
        letter: reminderLetter(order, await linesOf(db, order.id), publicUrl),
      })
    },
    'mail-placed': async ({ orderId }) => {
      const order = await orderById(db, Number(orderId))
      if (order?.state !== 'awaiting_payment' || order.expires_at <= clock.now()) return
      const owner = await accountById(db, order.account_id)
      if (!owner || owner.state === 'deleted') return
      const letter = placedLetter(order, publicUrl)
      const key = `placed:${order.id}`
      await tell(deps, { topic: 'bookings', kind: 'placed', order, letter, key, to: owner.email })
    },
  }
}
