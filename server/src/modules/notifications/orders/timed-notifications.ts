import { addDays, formatMoment, lagosDate, lagosTime } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { addJob, type Jobs } from '../../../infra/queue/jobs.ts'
import { nextStepOf } from '../../home-visits/index.ts'
import { type LineRow, linesOf, type OrderRow, orderById } from '../../orders/index.ts'
import { visitAfterMoney } from '../../scheduling/index.ts'
import type { NotificationDependencies } from '../channel/notify.ts'
import { type Letter, note, rows } from '../letter.ts'
import { notifyBooker, notifyPatient } from './notify-patient.ts'
import { orderRows, preparations, visitRows } from './payment-letters.ts'
import { type Due, takePlaced, takeVisitsOf } from './repository.ts'

const minute = 60 * 1000
/** An order unpaid after this many milliseconds gets a notification. A payer on Paystack's page is not disturbed before. */
const placedAfter = 15 * minute
const placedWithin = 24 * 60 * minute
/** When reminders about tomorrow are sent, in Lagos. */
const evening = '18:00'
const batch = 200

/**
 * Queues the notifications that are sent at a set time: the evening before a home visit, and a while after an order that is
 * still unpaid. Workers may run it concurrently and repeatedly: each notification is queued once.
 */
export async function queueTimedNotifications({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  const today = lagosDate(now)
  const ago = (span: number) => new Date(now.getTime() - span)
  const placed = { since: ago(placedWithin), before: ago(placedAfter), now, limit: batch }
  await inBatches(db, 'mail-placed', (tx) => takePlaced(tx, placed))
  if (lagosTime(now) < evening) return
  const visits = { today, tomorrow: addDays(today, 1), now, limit: batch }
  await inBatches(db, 'mail-reminder', (tx) => takeVisitsOf(tx, visits))
}

async function inBatches(db: Db, job: string, take: (tx: Tx) => Promise<Due[]>): Promise<void> {
  for (let taken = batch; taken === batch; )
    taken = await db.transaction().execute(async (tx) => {
      const due = await take(tx)
      for (const one of due) await addJob(tx, job, one)
      return due.length
    })
}

/** The notifications that are sent at a set time, as jobs that are safe to repeat. */
export function timedNotifications(deps: NotificationDependencies): Jobs {
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
      const letter = reminderLetter(order, await linesOf(db, order.id), publicUrl)
      const goodUntil = () => new Date(`${day}T00:00:00+01:00`)
      const key = `reminder:${order.id}:${day}`
      await notifyPatient(deps, { key, topic: 'bookings', kind: 'reminder', order, letter, goodUntil })
    },
    'mail-placed': async ({ orderId }) => {
      const order = await orderById(db, Number(orderId))
      if (order?.state !== 'awaiting_payment' || order.expires_at <= clock.now()) return
      const letter = placedLetter(order, publicUrl)
      await notifyBooker(deps, {
        key: `placed:${order.id}`,
        topic: 'bookings',
        kind: 'placed',
        order,
        letter,
      })
    },
  }
}

/** How to prepare for tomorrow's home visit. Only the body names tests, as the preparation depends on them. */
function reminderLetter(order: OrderRow, lines: readonly LineRow[], publicUrl: string): Letter {
  return {
    subject: 'Your home visit is tomorrow',
    preheader: 'When, where and how to prepare are inside.',
    blocks: [
      rows(...visitRows(order)),
      { kind: 'heading', text: 'Before your test' },
      { kind: 'list', items: preparations(lines) },
      'When the phlebotomist sets off, you get a code. Tell it only to them, and only at your door.',
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      note('Does the day not suit you? Choose another day on the page of the order.'),
    ],
  }
}

/** Tells the booker that the order waits for its payment, and how long. */
function placedLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'Your booking is kept, and not paid yet',
    preheader: 'See inside how long we keep it.',
    blocks: [
      `We keep it until ${formatMoment(order.expires_at)} (Lagos time). ${order.lab_name} expects the patient once it is paid. If you asked another person to pay, they can do so until then.`,
      orderRows(order),
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      note('Did you pay a moment ago? Then you do not need to do anything.'),
    ],
  }
}
