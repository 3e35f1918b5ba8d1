import { brand, formatPhone } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Jobs } from '../../../infra/queue/jobs.ts'
import { type AccountSummary, accountById } from '../../accounts/index.ts'
import { labById } from '../../labs/index.ts'
import { type OrderRow, orderById, publicPatientName } from '../../orders/index.ts'
import { mayRead, readableByBooker, readersBefore } from '../../result-access/index.ts'
import { criticalsAreKnown, criticalTierOf, reportById, versionsOf } from '../../results/index.ts'
import { type Notice, type NotificationDependencies, notify, notifyEach } from '../channel/notify.ts'
import { doctorWaitsLetter, doctorWithdrawnLetter } from '../consent-notifications.ts'
import { type Letter, note, rows } from '../letter.ts'
import { sendOnce } from '../send-once.ts'
import { otherBooker, patientNotices } from './notify-patient.ts'
import { orderRows } from './payment-letters.ts'

/** The mails about results, as jobs that are safe to repeat. */
export function resultNotifications(deps: NotificationDependencies): Jobs {
  return {
    'mail-result-ready': async ({ orderId }) => {
      await notifyReady(deps, Number(orderId), releaseOf(Number(orderId), null))
    },
    'mail-part-ready': async ({ orderId, noticeKey }) => {
      await notifyReady(deps, Number(orderId), releaseOf(Number(orderId), String(noticeKey)))
    },
    'mail-result-corrected': async ({ reportId, number }) => {
      const version = (await versionsOf(deps.db, [String(reportId)])).find(
        (one) => one.number === Number(number),
      )
      const letter = version?.adds_only
        ? ({ kind: 'added', letterOf: resultAddedLetter } as const)
        : ({ kind: 'corrected', letterOf: resultCorrectedLetter } as const)
      await notifyReaders(deps, String(reportId), Number(number), letter)
    },
    'mail-result-withdrawn': async ({ reportId, number }) => {
      const letter = { kind: 'withdrawn', letterOf: resultWithdrawnLetter } as const
      // Plus one, to include the readers of the withdrawn version itself.
      await notifyReaders(deps, String(reportId), Number(number) + 1, letter)
    },
  }
}

/** A release that causes a notice: of all results of an order, or of the first on a day. */
export type Release = {
  readonly isWhole: boolean
  readonly event: string
  readonly keyOf: (who: 'patient' | 'owner') => string
}

/** The release of all results of an order, or of its first of a day, which `partKey` identifies. */
export function releaseOf(orderId: number, partKey: string | null): Release {
  const isWhole = partKey === null
  return {
    ...{ isWhole, event: partKey ?? `result-ready:${orderId}` },
    keyOf: (who) => (isWhole ? `result-ready:${who}:${orderId}` : `${partKey}:${who}`),
  }
}

/** If all results of an order are released, the notice about all of them replaces the one about the first. */
const isReplaced = (order: OrderRow, { isWhole }: Release) => !isWhole && order.state === 'results_ready'

/** Tells the patient and the booker that all results of the order, or the first, are released. */
async function notifyReady(deps: NotificationDependencies, orderId: number, release: Release): Promise<void> {
  const order = await orderById(deps.db, orderId)
  if (!order || isReplaced(order, release)) return
  const { isWhole, event, keyOf } = release
  const letter = resultReadyLetter(order, deps.publicUrl, { isWhole })
  const about = { event, topic: 'results', kind: 'ready', order, letter } as const
  const booker = await otherBooker(deps.db, order)
  const sent = await Promise.allSettled([
    patientNotices(deps, { ...about, key: keyOf('patient') }, { isBookerNotified: true }).then((notices) =>
      notifyEach(deps, notices),
    ),
    booker && notifyBookerOfRelease(deps, order, booker, release),
  ])
  for (const one of sent) if (one.status === 'rejected') throw one.reason
}

/**
 * Notifies the account that booked for another person of a release, and promises no reading that is refused. A user who may
 * read nothing of the order learns that only the patient can. A doctor is notified only if the patient has no email, so that
 * the result reaches the patient: otherwise they read only what the patient consents to, and the patient is asked.
 * It is the same notice, once, whether or not a result is critical.
 */
export async function notifyBookerOfRelease(
  deps: NotificationDependencies,
  order: OrderRow,
  booker: AccountSummary,
  release: Release,
): Promise<void> {
  if (isReplaced(order, release)) return
  const { db, clock, publicUrl } = deps
  const { isWhole, event } = release
  const key = release.keyOf('owner')
  const lab = await labById(db, order.lab_id)
  const phone = formatPhone(lab?.phone ?? brand.supportPhone)
  if (booker.type === 'doctor') {
    if (order.patient_email === null) await sendOnce(deps, key, booker.email, tellPatientLetter(order, phone))
    return
  }
  const readable = await readableByBooker(db, order, booker, clock.now())
  if (readable === 'none') return await sendOnce(deps, key, booker.email, onlyPatientLetter(order, phone))
  const letter = resultReadyLetter(order, publicUrl, { isWhole, booker: readable })
  await notify(deps, { event, topic: 'results', kind: 'ready', order, letter, key, to: booker.email })
}

/**
 * Notifies each patient who read an earlier version of a report that it was corrected, added to or withdrawn. Where the version
 * before was critical, the patient is notified in any case: the lab has called them about it, or asked them to call. Doctors
 * who read an earlier version, and may still read this report, get a mail of their own.
 */
async function notifyReaders(
  deps: NotificationDependencies,
  reportId: string,
  number: number,
  { kind, letterOf }: { kind: 'corrected' | 'added' | 'withdrawn'; letterOf: typeof resultCorrectedLetter },
): Promise<void> {
  const { db, clock, publicUrl } = deps
  const report = await reportById(db, reportId)
  const order = report && (await orderById(db, report.order_id))
  if (!order) return
  const letter = letterOf(order, publicUrl)
  const event = `result-${kind}:${report.id}:${number}`
  const notices: Notice[] = []
  // The notice of a critical correction says that it replaces the earlier result.
  const isCritical = kind !== 'withdrawn' && (await saysMoreCritical(db, kind, report.id, number))
  const wasCritical = (await criticalTierOf(db, report.id, number - 1)) !== null
  if (wasCritical && !isCritical) {
    const toPatient = { event, topic: 'results', kind, order, key: `${event}:patient` } as const
    const unread = { ...letter, heading: letter.subject }
    notices.push(
      ...(await patientNotices(deps, { ...toPatient, letter: unread }, { isBookerNotified: true })),
    )
  }
  const patientEmail = order.patient_email?.toLowerCase()
  for (const { accountId, as } of await readersBefore(db, report.id, number)) {
    const reader = await accountById(db, accountId)
    if (!reader || reader.state === 'deleted') continue
    const isPatient = as === 'patient' && reader.email.toLowerCase() === patientEmail
    if (isPatient && (isCritical || wasCritical)) continue
    const key = `${event}:${accountId}`
    if (as === 'patient')
      notices.push({ event, topic: 'results', kind, order, letter, key, to: reader.email })
    else if (reader.state === 'active' && (await mayRead(db, order, report, clock.now())))
      await sendOnce(
        deps,
        key,
        reader.email,
        kind === 'withdrawn' ? doctorWithdrawnLetter(order, publicUrl) : doctorWaitsLetter(publicUrl),
      )
  }
  await notifyEach(deps, notices)
}

/** Whether the release of a version has a safety notice of its own: an addition has one only for new critical values. */
async function saysMoreCritical(
  db: Db,
  kind: 'corrected' | 'added',
  reportId: string,
  number: number,
): Promise<boolean> {
  if ((await criticalTierOf(db, reportId, number)) === null) return false
  return kind === 'corrected' || !(await criticalsAreKnown(db, reportId, number))
}

type Ready = { readonly isWhole: boolean; readonly booker?: 'all' | 'some' }

/**
 * Tells that all results of an order, or the first, are released: the patient, or a booker who may read all or some of them.
 * It names no test; the results require a login.
 */
function resultReadyLetter(order: OrderRow, publicUrl: string, { isWhole, booker }: Ready): Letter {
  return {
    subject: 'Your result is ready',
    preheader: 'Log in to read it.',
    blocks: [
      `${order.lab_name} has released ${isWhole ? 'the' : 'a'} result of the order below. Log in to read it. We ask for your password, so that no one else with your phone can read it.${isWhole ? '' : ' We write again when the rest is ready.'}`,
      booker === 'some' ? `Some results can be read only by ${publicPatientName(order)}.` : null,
      resultButton(order, publicUrl),
      orderRows(order),
      booker || order.patient_email === null
        ? null
        : note(`No account yet? Sign up with this email, ${order.patient_email}, to see the result.`),
    ],
  }
}

/** Tells a booker that a result is out which only the patient may read, and how the patient gets it. */
function onlyPatientLetter(order: OrderRow, labPhone: string): Letter {
  const patient = publicPatientName(order)
  return {
    subject: 'A result is ready for the patient',
    preheader: 'Only the patient can read it.',
    blocks: [
      `${order.lab_name} has released a result of the order below. Only ${patient} can read it.`,
      order.patient_email === null
        ? `Please ask ${patient} to get it from the lab: ${labPhone}.`
        : 'We have written to the email of the patient that the order names.',
      orderRows(order),
    ],
  }
}

/** Tells a doctor that a result is out for a patient whom we cannot ask for consent, and how the patient gets it. */
function tellPatientLetter(order: OrderRow, labPhone: string): Letter {
  return {
    subject: 'A result of your patient is ready',
    preheader: 'Please tell the patient.',
    blocks: [
      'A result of the order below is ready. The order has no email of the patient. So the patient cannot read it here, and cannot let you read it.',
      `Please ask the patient to get the result from the lab: ${labPhone}.`,
      rows(['Order id', order.reference]),
    ],
  }
}

/** Tells a reader of a result that the lab has corrected it. */
function resultCorrectedLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'A result of yours was corrected',
    preheader: 'Please read the new one.',
    heading: 'A result that you read was corrected',
    blocks: [
      `${order.lab_name} has corrected a result of the order below. Please read the new one. Show it to everyone you gave the old one to. The old one is no longer valid.`,
      resultButton(order, publicUrl),
      orderRows(order),
    ],
  }
}

/** Tells a reader of a result that the lab has added to it. */
function resultAddedLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'The lab has added to a result of yours',
    preheader: 'Please read it again.',
    heading: 'The lab has added to a result that you read',
    blocks: [
      `${order.lab_name} has added something to a result of the order below, such as a comment. The values have not changed. Please read what was added, because it can change what they mean. Show it to everyone you gave the result to.`,
      resultButton(order, publicUrl),
      orderRows(order),
    ],
  }
}

/** Tells a reader of a result that the lab has withdrawn it. */
function resultWithdrawnLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'A result of yours was taken back',
    preheader: 'Please do not rely on it any more.',
    heading: 'A result that you read was taken back',
    blocks: [
      `${order.lab_name} has taken back a result of the order below. Please do not rely on it any more, and tell everyone you gave it to. Log in to see why, and how to reach the lab.`,
      resultButton(order, publicUrl, 'See what the lab says'),
      orderRows(order),
    ],
  }
}

/** Leads to the results of an order, which ask for a login. */
export function resultButton(order: OrderRow, publicUrl: string, label = 'Read the result') {
  const href = `${publicUrl}/orders/${order.reference}/results`
  return { kind: 'button', label, href } as const
}
