import { accountById } from '../../account/index.ts'
import { orderById } from '../../booking/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { liveConsent, readersBefore, reportById } from '../../result/index.ts'
import { type Notice, tellEach } from '../channel/tell.ts'
import { doctorWaitsLetter } from '../consent/letters.ts'
import type { NotificationNeeds } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { resultCorrectedLetter, resultReadyLetter } from './letters.ts'

/** The mails about results, as jobs that may be repeated. */
export function resultNotices(needs: NotificationNeeds): Jobs {
  const { db, clock, publicUrl } = needs
  return {
    'mail-result-ready': async ({ orderId }) => {
      const order = await orderById(db, Number(orderId))
      if (!order) return
      const owner = await accountById(db, order.account_id)
      const letter = resultReadyLetter(order, publicUrl)
      const event = `result-ready:${order.id}`
      const about = { event, topic: 'results', kind: 'ready', order, letter } as const
      const notices = [{ ...about, key: `result-ready:patient:${order.id}`, to: order.patient_email }]
      // A doctor reads what their patient agrees to, which is not asked here.
      const isPatients = owner?.type === 'user' && owner.state !== 'deleted'
      if (isPatients && owner.email.toLowerCase() !== order.patient_email.toLowerCase())
        notices.push({ ...about, key: `result-ready:owner:${order.id}`, to: owner.email })
      await tellEach(needs, notices)
    },
    'mail-result-corrected': async ({ reportId, number }) => {
      const report = await reportById(db, String(reportId))
      const order = report && (await orderById(db, report.order_id))
      if (!order) return
      const letter = resultCorrectedLetter(order, publicUrl)
      const event = `result-corrected:${report.id}:${String(number)}`
      const notices: Notice[] = []
      for (const { accountId, as } of await readersBefore(db, report.id, Number(number))) {
        const reader = await accountById(db, accountId)
        if (!reader || reader.state === 'deleted') continue
        const key = `${event}:${accountId}`
        if (as === 'doctor') {
          if (await liveConsent(db, order, clock.now()))
            await sendOnce(needs, key, reader.email, doctorWaitsLetter(publicUrl))
          continue
        }
        notices.push({ event, topic: 'results', kind: 'corrected', order, letter, key, to: reader.email })
      }
      await tellEach(needs, notices)
    },
  }
}
