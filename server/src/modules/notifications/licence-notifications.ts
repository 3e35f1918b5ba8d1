import { dayInWords, type LicenceAct } from '@labalaba/contract'
import { addJob, type Jobs } from '../../infra/queue/jobs.ts'
import { accountById, isVerifiedDoctor } from '../accounts/index.ts'
import { ordersNeverAnswered } from '../consents/index.ts'
import { countsUntil, licenceById } from '../licences/index.ts'
import type { NotificationDependencies } from './channel/notify.ts'
import { type Letter, rows } from './letter.ts'
import { sendOnce } from './send-once.ts'

/** Patients booked within this time get a consent request once their doctor is verified: 90 days in milliseconds. */
const recentBookings = 90 * 24 * 60 * 60 * 1000

/** The mails about the practising licences of doctors, as jobs that are safe to repeat. */
export function licenceNotifications(deps: NotificationDependencies): Jobs {
  const { db, clock, publicUrl } = deps
  const doctorOf = async (licenceId: unknown) => {
    const licence = await licenceById(db, String(licenceId))
    const doctor = licence && (await accountById(db, licence.account_id))
    return licence && doctor?.state === 'active' ? { licence, email: doctor.email } : null
  }
  return {
    'mail-licence-operator': async ({ licenceId }) => {
      await sendOnce(deps, `licence-waits:${licenceId}`, deps.operatorMail, licenceWaitsLetter(publicUrl))
    },
    'mail-licence-decided': async ({ licenceId, act, noticeKey }) => {
      const found = await doctorOf(licenceId)
      if (!found) return
      const letter = licenceDecidedLetter(act as LicenceEvent, found.licence, publicUrl)
      await sendOnce(deps, String(noticeKey), found.email, letter)
    },
    'mail-licence-renewal': async ({ licenceId, noticeKey }) => {
      const found = await doctorOf(licenceId)
      if (found?.licence.state !== 'accepted') return
      const letter = licenceRenewalLetter(found.licence, publicUrl)
      await sendOnce(deps, String(noticeKey), found.email, letter)
    },
    // Requests consent from patients who were booked before the doctor was verified.
    'follow-licence': async ({ licenceId }) => {
      const licence = await licenceById(db, String(licenceId))
      if (!licence || !(await isVerifiedDoctor(db, licence.account_id))) return
      const since = new Date(clock.now().getTime() - recentBookings)
      const orders = await ordersNeverAnswered(db, licence.account_id, since)
      await db.transaction().execute(async (tx) => {
        for (const orderId of orders) await addJob(tx, 'mail-consent', { orderId })
      })
    },
  }
}

/** The events of a licence that a doctor gets a mail about. */
type LicenceEvent = LicenceAct | 'expire'

type Licence = { readonly practising_year: number; readonly note: string | null }

/** Tells operators that a licence waits to be checked. It contains no names. */
function licenceWaitsLetter(publicUrl: string): Letter {
  return {
    subject: "Please check a doctor's licence",
    preheader: 'Compare it with the register, and decide.',
    heading: "Please check a doctor's practising licence",
    blocks: [
      'Compare the name, the folio number and the year with the document and the register.',
      { kind: 'button', label: 'Open the licences', href: `${publicUrl}/operator/licences` },
    ],
  }
}

/** Tells a doctor what happened to their licence, by an operator's decision or the end of the year. */
function licenceDecidedLetter(event: LicenceEvent, licence: Licence, publicUrl: string): Letter {
  const { heading, texts } = decided[event](licence)
  return {
    subject: heading,
    preheader: texts[0] ?? '',
    blocks: [
      ...texts,
      licence.note && event !== 'accept' && event !== 'restore' ? rows(['We wrote', licence.note]) : null,
      { kind: 'button', label: 'Open your licence', href: `${publicUrl}/portal/doctor/licence` },
    ],
  }
}

const verified = [
  'Patients now see “Dr” with your name, and you earn on your bookings for them. We ask them if you may read their results.',
]
const meanwhile =
  'Until then you can book as before. You earn nothing, and we do not ask patients for consent.'

const decided: Record<LicenceEvent, (licence: Licence) => { heading: string; texts: readonly string[] }> = {
  accept: () => ({ heading: 'Your practising licence is checked', texts: verified }),
  restore: () => ({ heading: 'We accept your practising licence again', texts: verified }),
  ask: () => ({
    heading: 'We have a question about your practising licence',
    texts: ['To answer, please send the licence again, with what we ask for.', meanwhile],
  }),
  refuse: () => ({
    heading: 'We could not accept your practising licence',
    texts: ['You can send another one at any time.', meanwhile],
  }),
  suspend: () => ({
    heading: 'Your practising licence is suspended',
    texts: [
      'You earn nothing on new bookings, and you cannot read patients’ results any more. To talk about it, write to support.',
    ],
  }),
  expire: ({ practising_year: year }) => ({
    heading: `Your ${year} practising licence has expired`,
    texts: [`Please send your ${year + 1} licence.`, meanwhile],
  }),
}

/** Reminds a doctor to send the licence of the next year. */
function licenceRenewalLetter({ practising_year: year }: Licence, publicUrl: string): Letter {
  const { day, month, year: endYear } = dayInWords(countsUntil(year))
  return {
    subject: 'Please renew your practising licence',
    preheader: `We accept your ${year} licence until ${day} ${month}.`,
    blocks: [
      `We accept your ${year} licence until ${day} ${month} ${endYear}. Send your ${year + 1} licence before then, so that nothing changes for you and your patients.`,
      { kind: 'button', label: 'Send the new licence', href: `${publicUrl}/portal/doctor/licence` },
    ],
  }
}
