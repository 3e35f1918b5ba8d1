import { type CriticalTier, formatPhone } from '@labalaba/contract'
import type { Jobs } from '../../../infra/queue/jobs.ts'
import { type AccountSummary, isVerifiedDoctor } from '../../accounts/index.ts'
import { hasRefused } from '../../consents/index.ts'
import { labById } from '../../labs/index.ts'
import { type OrderRow, orderById } from '../../orders/index.ts'
import { bookerReads, isTheirAddress } from '../../result-access/index.ts'
import {
  correctionWords,
  criticalTierOf,
  reportById,
  sensitiveAmong,
  stillStands,
  versionsOf,
} from '../../results/index.ts'
import { type Notice, type NotificationDependencies, notifyEach } from '../channel/notify.ts'
import { type Letter, note, rows } from '../letter.ts'
import { sendOnce } from '../send-once.ts'
import { isBookersEmail, namesPatientsPhone, otherBooker } from './notify-patient.ts'
import { orderRows } from './payment-letters.ts'
import { notifyBookerOfRelease, type Release, releaseOf, resultButton } from './result-notifications.ts'

/**
 * The safety notices about critical results, as jobs that are safe to repeat: one for each version, in place of the usual
 * notices of its release. They name no test and no value, also of a sensitive test.
 */
export function criticalNotifications(deps: NotificationDependencies): Jobs {
  return {
    'mail-critical-result': async ({ reportId, number, isWhole, partKey }) => {
      const critical = await loadCritical(deps, String(reportId), Number(number))
      if (!critical) return
      const causesNotice = isWhole === true || typeof partKey === 'string'
      const release = causesNotice
        ? releaseOf(critical.order.id, isWhole === true ? null : String(partKey))
        : null
      const sent = await Promise.allSettled([
        notifyReaders(deps, critical),
        notifyOthers(deps, critical, release),
      ])
      for (const one of sent) if (one.status === 'rejected') throw one.reason
    },
  }
}

type Critical = {
  readonly order: OrderRow
  /** Whether it replaces a result that no longer holds. */
  readonly isCorrection: boolean
  readonly tier: CriticalTier
  /** The lab's, as stored. */
  readonly phone: string
  readonly isSensitive: boolean
  /** The account that booked for another person, or from another email. */
  readonly booker: AccountSummary | undefined
  /** Whether the order's email is the booker's: a guardian may give their own as the child's. */
  readonly isBookersEmail: boolean
  /** As whom that account may read the version; null if it may not. */
  readonly bookerReads: Awaited<ReturnType<typeof bookerReads>>
  /** Identifies the notice. */
  readonly event: string
  /**
   * Whether its critical values still stand: it is released, or later versions only completed it or added to it. Any other
   * later version, or a withdrawal, has notices of its own.
   */
  readonly isInForce: boolean
}

/** The critical version; null if its order was cancelled. */
async function loadCritical(
  { db, clock }: NotificationDependencies,
  reportId: string,
  number: number,
): Promise<Critical | null> {
  const report = await reportById(db, reportId)
  const order = report && (await orderById(db, report.order_id))
  const versions = await versionsOf(db, [reportId])
  const version = versions.find((one) => one.number === number)
  const tier = await criticalTierOf(db, reportId, number)
  if (!order || order.state === 'cancelled' || !version || !tier) return null
  const lab = await labById(db, order.lab_id)
  if (!lab) throw new Error(`the lab of order ${order.id} is gone`)
  const booker = await otherBooker(db, order)
  const result = { report, releasedAt: version.released_at ?? clock.now() }
  return {
    ...{
      order,
      isCorrection: correctionWords(version) !== null && !version.adds_only,
      tier,
      phone: lab.phone,
      event: `critical:${reportId}:${number}`,
      booker,
    },
    isInForce: stillStands(versions, number),
    isBookersEmail: await isBookersEmail(db, order),
    isSensitive: (await sensitiveAmong(db, order, [report.test_id])).has(report.test_id),
    bookerReads: booker ? await bookerReads(db, order, booker, result, clock.now()) : null,
  }
}

/**
 * Notifies the patient at every address of theirs: the email, the proven phones of its account, and the phone that the order
 * names; and a booker who may read the result as the patient, as a guardian or for another adult.
 */
async function notifyReaders(deps: NotificationDependencies, critical: Critical): Promise<void> {
  const { db, publicUrl } = deps
  const { order, tier, event, booker, bookerReads: reads } = critical
  if (!critical.isInForce) return
  const email = order.patient_email
  const isTheirs = email !== null && (await isTheirAddress(db, order))
  const kind = tier === 'immediate' ? 'call_now' : 'call_today'
  const about = { event, topic: 'results', kind, order } as const
  const letter = callLetter(critical, publicUrl, isTheirs ? 'patient' : 'unproven')
  const toPatient = { ...about, key: `${event}:patient`, letter }
  const notices: Notice[] = email === null ? [] : [{ ...toPatient, to: email }]
  if (await namesPatientsPhone(db, order)) notices.push({ ...toPatient, to: null })
  if (booker?.type === 'user' && reads !== null) {
    const toBooker = callLetter(critical, publicUrl, reads === 'patient' ? 'patient' : 'booker')
    notices.push({ ...about, key: `${event}:owner`, letter: toBooker, to: booker.email })
  }
  await notifyEach(deps, notices)
}

/**
 * Notifies the other bookers: a verified doctor that a patient needs action, by mail alone; and everyone else of the release
 * as if nothing were critical, with the same notices at the same times, so that none of them shows what they may not know.
 * That a sensitive result is critical would say what was found, so a doctor learns it only by a consent that includes
 * it. A doctor whom the patient has refused learns nothing.
 */
async function notifyOthers(
  deps: NotificationDependencies,
  critical: Critical,
  release: Release | null,
): Promise<void> {
  const { order, event, booker, bookerReads: reads, isSensitive, isInForce } = critical
  if (!booker || (booker.type === 'user' && reads !== null)) return
  const mayKnow =
    booker.type === 'doctor' && (reads !== null || (!isSensitive && !(await hasRefused(deps.db, order))))
  if (mayKnow && (await isVerifiedDoctor(deps.db, booker.id))) {
    if (isInForce)
      await sendOnce(deps, `${event}:owner`, booker.email, doctorActsLetter(critical, deps.publicUrl))
  } else if (release) await notifyBookerOfRelease(deps, order, booker, release)
}

/** What to do about a critical result, and when to go to a hospital: for the patient, or for a parent or other booker. */
const call = {
  immediate: {
    subject: 'Please call the lab now',
    words: (phone: string) => `Please call the lab now: ${phone}.`,
    hospital: {
      patient: 'If you cannot reach it, go to a hospital with an emergency department.',
      booker: 'If you cannot reach it, take the patient to a hospital with an emergency department.',
    },
  },
  urgent: {
    subject: 'Please call the lab today',
    words: (phone: string) =>
      `Please call the lab today: ${phone}. If it is closed or does not answer, call or see a doctor today.`,
    hospital: {
      patient: 'If you feel worse, go to a hospital with an emergency department.',
      booker: 'If the patient feels worse, take them to a hospital with an emergency department.',
    },
  },
} as const

/**
 * Asks the patient, or a booker who may read the result, to call the lab. An unproven address reads no name of a person or
 * lab.
 */
function callLetter(
  { order, isCorrection, tier, phone, isBookersEmail }: Critical,
  publicUrl: string,
  reader: 'patient' | 'booker' | 'unproven',
): Letter {
  const { subject, words, hospital } = call[tier]
  const isKnown = reader !== 'unproven'
  // After the booker has deleted their account, the address is the patient's alone.
  const isBooker = reader === 'booker' || (isKnown && isBookersEmail && order.consent === 'guardian')
  return {
    subject,
    preheader: 'The number is inside.',
    blocks: [
      `${words(formatPhone(phone))} ${hospital[isBooker ? 'booker' : 'patient']}`,
      { kind: 'phone', number: phone },
      isBooker ? `It is about a result of ${order.patient_name}, for whom you booked.` : null,
      'Tell the lab the order id. The lab explains the result to you.',
      isKnown ? orderRows(order) : rows(['Order id', order.reference]),
      isCorrection ? 'This result replaces an earlier one, which is no longer valid.' : null,
      order.state === 'results_ready' ? null : 'We write again when the rest is ready.',
      resultButton(order, publicUrl, 'See the result'),
      note(
        isKnown
          ? 'We ask for your password, so that no one else with your phone can read the result.'
          : 'No one has confirmed yet that this address is the patient’s. So this email says very little. Is it not for you? Then please tell the lab, so that it finds the patient.',
      ),
    ],
  }
}

/** Tells a doctor that a patient for whom they booked needs action. It names no patient, test or lab. */
function doctorActsLetter({ order, tier, phone, bookerReads: reads }: Critical, publicUrl: string): Letter {
  const when = tier === 'immediate' ? 'now' : 'today'
  return {
    subject: `A result of your patient needs action ${when}`,
    preheader: 'Call the lab. The number is inside.',
    blocks: [
      `A result of your patient needs action ${when}. Call the lab: ${formatPhone(phone)}.`,
      { kind: 'phone', number: phone },
      rows(['Order id', order.reference]),
      reads === null ? `The patient has not let you read this result here. ${askInstead(order)}` : null,
      order.patient_email === null
        ? 'The order has no email of the patient. Please make sure that the patient knows.'
        : 'We have asked the patient to call the lab.',
      reads === null
        ? { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` }
        : resultButton(order, publicUrl),
    ],
  }
}

/** What a doctor without consent can do; a patient without an email cannot give it. */
function askInstead(order: OrderRow): string {
  return order.patient_email === null
    ? 'The lab can tell you more.'
    : 'The lab can tell you more. You can also ask the patient to let you read it.'
}
