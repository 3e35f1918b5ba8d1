import { accountById } from '../../account/index.ts'
import { orderById } from '../../booking/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { mayRead, readersBefore, reportById } from '../../result/index.ts'
import { type Notice, tellEach } from '../channel/tell.ts'
import { doctorWaitsLetter, doctorWithdrawnLetter } from '../consent/letters.ts'
import type { NotificationNeeds } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { patientNotices } from '../patient/tell-patient.ts'
import { resultCorrectedLetter, resultReadyLetter, resultWithdrawnLetter } from './letters.ts'

/** The mails about results, as jobs that may be repeated. */
export function resultNotices(needs: NotificationNeeds): Jobs {
  const { db, publicUrl } = needs
  return {
    'mail-result-ready': async ({ orderId }) => {
      const order = await orderById(db, Number(orderId))
      if (!order) return
      const owner = await accountById(db, order.account_id)
      const letter = resultReadyLetter(order, publicUrl)
      const event = `result-ready:${order.id}`
      const about = { event, topic: 'results', kind: 'ready', order, letter } as const
      const toPatient = { ...about, key: `result-ready:patient:${order.id}` }
      const notices = await patientNotices(needs, toPatient, { bookerHears: true })
      // A doctor reads what their patient agrees to, which is not asked here.
      const isPatients = owner?.type === 'user' && owner.state !== 'deleted'
      if (isPatients && owner.email.toLowerCase() !== order.patient_email.toLowerCase())
        notices.push({ ...about, key: `result-ready:owner:${order.id}`, to: owner.email })
      await tellEach(needs, notices)
    },
    'mail-result-corrected': async ({ reportId, number }) => {
      const told = { kind: 'corrected', letterOf: resultCorrectedLetter } as const
      await tellReaders(needs, String(reportId), Number(number), told)
    },
    'mail-result-withdrawn': async ({ reportId, number }) => {
      const told = { kind: 'withdrawn', letterOf: resultWithdrawnLetter } as const
      // Also whoever read the very version that is gone.
      await tellReaders(needs, String(reportId), Number(number) + 1, told)
    },
  }
}

type Told = { readonly kind: 'corrected' | 'withdrawn'; readonly letterOf: typeof resultCorrectedLetter }

/**
 * Tells each patient who has read a version of a report before this one what has become of it; a doctor who has, and whose
 * patient still agrees that they read this test, that something waits.
 */
async function tellReaders(
  needs: NotificationNeeds,
  reportId: string,
  number: number,
  { kind, letterOf }: Told,
): Promise<void> {
  const { db, clock, publicUrl } = needs
  const report = await reportById(db, reportId)
  const order = report && (await orderById(db, report.order_id))
  if (!order) return
  const letter = letterOf(order, publicUrl)
  const event = `result-${kind}:${report.id}:${number}`
  const notices: Notice[] = []
  for (const { accountId, as } of await readersBefore(db, report.id, number)) {
    const reader = await accountById(db, accountId)
    if (!reader || reader.state === 'deleted') continue
    const key = `${event}:${accountId}`
    if (as === 'patient')
      notices.push({ event, topic: 'results', kind, order, letter, key, to: reader.email })
    else if (reader.state === 'active' && (await mayRead(db, order, report.test_id, clock.now())))
      await sendOnce(
        needs,
        key,
        reader.email,
        kind === 'withdrawn' ? doctorWithdrawnLetter(order, publicUrl) : doctorWaitsLetter(publicUrl),
      )
  }
  await tellEach(needs, notices)
}
