import type { Jobs } from '../../../infra/queue/jobs.ts'
import { accountById } from '../../accounts/index.ts'
import { orderById } from '../../orders/index.ts'
import { mayRead, readersBefore } from '../../result-access/index.ts'
import { reportById } from '../../results/index.ts'
import { type Notice, tellEach } from '../channel/tell.ts'
import { doctorWaitsLetter, doctorWithdrawnLetter } from '../consent/letters.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { patientNotices } from '../patient/tell-patient.ts'
import { resultCorrectedLetter, resultReadyLetter, resultWithdrawnLetter } from './letters.ts'

/** The mails about results, as jobs that are safe to repeat. */
export function resultNotices(deps: NotificationDependencies): Jobs {
  return {
    'mail-result-ready': async ({ orderId }) => {
      await tellReady(deps, Number(orderId), { event: `result-ready:${Number(orderId)}`, all: true })
    },
    'mail-part-ready': async ({ orderId, noticeKey }) => {
      await tellReady(deps, Number(orderId), { event: String(noticeKey), all: false })
    },
    'mail-result-corrected': async ({ reportId, number }) => {
      const told = { kind: 'corrected', letterOf: resultCorrectedLetter } as const
      await tellReaders(deps, String(reportId), Number(number), told)
    },
    'mail-result-withdrawn': async ({ reportId, number }) => {
      const told = { kind: 'withdrawn', letterOf: resultWithdrawnLetter } as const
      // Plus one, to include the readers of the withdrawn version itself.
      await tellReaders(deps, String(reportId), Number(number) + 1, told)
    },
  }
}

/** Tells the patient and the booker that all results of the order, or the first, are released. */
async function tellReady(
  deps: NotificationDependencies,
  orderId: number,
  { event, all }: { readonly event: string; readonly all: boolean },
): Promise<void> {
  const order = await orderById(deps.db, orderId)
  // If all results are released, the mail about all of them replaces the one about the first.
  if (!order || (!all && order.state === 'results_ready')) return
  const owner = await accountById(deps.db, order.account_id)
  const letter = resultReadyLetter(order, deps.publicUrl, all)
  const about = { event, topic: 'results', kind: 'ready', order, letter } as const
  const keyOf = (who: string) => (all ? `result-ready:${who}:${orderId}` : `${event}:${who}`)
  const notices = await patientNotices(deps, { ...about, key: keyOf('patient') }, { bookerHears: true })
  // A doctor who booked is not notified here: they read only what the patient consents to.
  const isPatients = owner?.type === 'user' && owner.state !== 'deleted'
  if (isPatients && owner.email.toLowerCase() !== order.patient_email.toLowerCase())
    notices.push({ ...about, key: keyOf('owner'), to: owner.email })
  await tellEach(deps, notices)
}

type ReaderNotice = {
  readonly kind: 'corrected' | 'withdrawn'
  readonly letterOf: typeof resultCorrectedLetter
}

/**
 * Tells each patient who read an earlier version of a report that it was corrected or withdrawn. Doctors who read one, and
 * still have consent for this test, get a mail of their own.
 */
async function tellReaders(
  deps: NotificationDependencies,
  reportId: string,
  number: number,
  { kind, letterOf }: ReaderNotice,
): Promise<void> {
  const { db, clock, publicUrl } = deps
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
        deps,
        key,
        reader.email,
        kind === 'withdrawn' ? doctorWithdrawnLetter(order, publicUrl) : doctorWaitsLetter(publicUrl),
      )
  }
  await tellEach(deps, notices)
}
