import type { Db } from '../../../db.ts'
import { type AccountSummary, accountById } from '../../accounts/index.ts'
import { type LineRow, linesOf, type OrderRow, orderById } from '../../orders/index.ts'
import { isTheirAddress } from '../../result-access/index.ts'
import { type Notice, type NotifyDependencies, notify, notifyEach } from '../channel/notify.ts'
import { type Block, type Letter, note, rows } from '../letter.ts'
import { visitTime } from './payment-letters.ts'

type PatientNotice = Omit<Notice, 'to' | 'kind' | 'order' | 'toPayer'> & {
  readonly kind: PatientKind
  readonly order: OrderRow
  /** The letter for the booker, if the words to the patient would be wrong for them. */
  readonly toBooker?: Letter
}

/**
 * Notifies the patient of an order. At an unconfirmed address the patient gets the quiet letter, without an email an SMS at
 * the phone that the order names; then the booker gets the full letter.
 */
export async function notifyPatient(deps: NotifyDependencies, notice: PatientNotice): Promise<void> {
  await notifyEach(deps, await patientNotices(deps, notice))
}

/**
 * The notifications that `notifyPatient` sends, for callers that notify others too. `isBookerNotified`: the booker gets a
 * notification of their own in any case, so no copy of the patient's.
 */
export async function patientNotices(
  { db, publicUrl }: NotifyDependencies,
  { toBooker, ...notice }: PatientNotice,
  { isBookerNotified = false } = {},
): Promise<Notice[]> {
  const { order, kind, letter } = notice
  const email = order.patient_email
  if (email !== null && (await isTheirAddress(db, order))) return [{ ...notice, to: email }]
  const { attach: _, ...bare } = notice
  const event = notice.event ?? notice.key
  const quiet = quietLetter({ kind, order, letter, publicUrl, lines: await linesOf(db, order.id) })
  const isReached = email !== null || (await namesPatientsPhone(db, order))
  const toPatient = isReached ? [{ ...bare, event, to: email, letter: quiet }] : []
  const booker = isBookerNotified ? undefined : await accountById(db, order.account_id)
  if (!booker || booker.state === 'deleted') return toPatient
  const copy = { ...notice, event, letter: toBooker ?? letter }
  return [...toPatient, { ...copy, key: `${notice.key}:booker`, to: booker.email }]
}

/**
 * Whether the phone of an order is the patient's to receive messages at: the phone of an account that booked for another
 * adult does not stand in for the patient's.
 */
export async function namesPatientsPhone(db: Db, order: OrderRow): Promise<boolean> {
  if (order.for_self || order.consent === 'guardian') return true
  return (await accountById(db, order.account_id))?.phone !== order.patient_phone
}

/**
 * Notifies the patient and always the booker, as only the booker decides how the order continues: each in words of their
 * own, and one notification if they are the same person.
 */
export async function notifyPatientAndBooker(
  deps: NotifyDependencies,
  notified: PatientNotice & { readonly toBooker: Letter; readonly bookerKey?: string },
): Promise<void> {
  const { toBooker, bookerKey, ...notice } = notified
  const booker = await otherBooker(deps.db, notice.order)
  const about = { ...notice, event: notice.event ?? notice.key }
  // A patient who booked for themselves decides alone, and gets the booker's letter.
  const patient = { ...about, letter: booker ? notice.letter : toBooker }
  const notices = await patientNotices(deps, patient, { isBookerNotified: true })
  const key = bookerKey ?? `${notice.key}:booker`
  if (booker) notices.push({ ...about, letter: toBooker, key, to: booker.email })
  await notifyEach(deps, notices)
}

/** The order that the payload of a job names. Throws if it is gone. */
export async function loadOrder(db: Db, orderId: unknown): Promise<OrderRow> {
  const order = await orderById(db, Number(orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  return order
}

/** Notifies the account that booked an order, unless it is deleted. */
export async function notifyBooker(
  deps: NotifyDependencies,
  notice: Omit<Notice, 'to' | 'order'> & { readonly order: OrderRow },
): Promise<void> {
  const booker = await accountById(deps.db, notice.order.account_id)
  if (booker && booker.state !== 'deleted') await notify(deps, { ...notice, to: booker.email })
}

/** The booker of an order, if their email is not the patient's; undefined also if their account is deleted. */
export async function otherBooker(
  db: Db,
  order: Pick<OrderRow, 'account_id' | 'patient_email'>,
): Promise<AccountSummary | undefined> {
  const booker = await loadBooker(db, order)
  return booker && isEmailOf(booker, order) ? undefined : booker
}

/** Whether the email of an order is that of its booker; false if their account is deleted. */
export async function isBookersEmail(
  db: Db,
  order: Pick<OrderRow, 'account_id' | 'patient_email'>,
): Promise<boolean> {
  const booker = await loadBooker(db, order)
  return booker !== undefined && isEmailOf(booker, order)
}

/** The account that booked an order; undefined if it is deleted. */
async function loadBooker(db: Db, order: Pick<OrderRow, 'account_id'>): Promise<AccountSummary | undefined> {
  const booker = await accountById(db, order.account_id)
  return booker && booker.state !== 'deleted' ? booker : undefined
}

function isEmailOf(booker: AccountSummary, order: Pick<OrderRow, 'patient_email'>): boolean {
  return booker.email.toLowerCase() === order.patient_email?.toLowerCase()
}

/** One sentence per notification to a patient, without names, tests or places. */
const sentences = {
  paid: 'Someone has booked lab tests for you with this address, and paid.',
  reminder: 'A phlebotomist comes to take your sample tomorrow.',
  moved: 'Your home visit has a new time. It costs nothing more.',
  day_closed:
    'The lab is closed on the day of your home visit. Please ask the person who booked to choose another day.',
  on_the_way: 'The phlebotomist who takes your sample is on the way to you.',
  missed: 'Your sample was not taken. Please ask the person who booked to choose another day.',
  left_out: 'Some of your samples were taken. The person who booked knows what to do next.',
  received: 'Your sample has reached the lab. We write again when the result is ready.',
  rejected: 'The lab needs a new sample. It costs you nothing. The person who booked knows how you give it.',
  cancelled: 'Your booking was cancelled. The person who booked knows about the money.',
  ready:
    'Your result is ready. Log in or sign up with this email to read it. We first ask for something that you know, such as your date of birth.',
  corrected:
    'A result of yours was corrected. The earlier one is no longer valid. Log in or sign up with this email to read the new one. We first ask for something that you know, such as your date of birth.',
  added:
    'The lab has added something to a result of yours, which may change what it means. Log in or sign up with this email to read it. We first ask for something that you know, such as your date of birth.',
  withdrawn:
    'The lab has taken back a result of yours. Please do not rely on it any more. Log in or sign up with this email to see why. We first ask for something that you know, such as your date of birth.',
  break_glass:
    'A result of yours was opened, because it needs action now. If no one has called you yet, go to a hospital now. Log in or sign up with this email to see who opened it, and why. We first ask for something that you know, such as your date of birth.',
} as const

/** The notifications that lead to the results of an order. */
const aboutResults = ['ready', 'corrected', 'added', 'withdrawn', 'break_glass'] as const

/** The notifications that go to the patient of an order. */
type PatientKind = keyof typeof sentences

type Quiet = {
  readonly kind: PatientKind
  readonly order: OrderRow
  readonly lines: readonly Pick<LineRow, 'fasting_hours'>[]
  /** The letter as the confirmed owner of the address would get it. */
  readonly letter: Letter
  readonly publicUrl: string
}

/**
 * The letter for an address that is not confirmed to be the patient's, as it may be mistyped: no name, test, lab, doctor,
 * place or price. The door code and the hours of fasting stay: a patient without another source would miss the visit.
 */
function quietLetter({ kind, order, lines, letter, publicUrl }: Quiet): Letter {
  const isVisit = order.mode !== 'walkin' && ['paid', 'reminder', 'moved', 'on_the_way'].includes(kind)
  const page = `${publicUrl}/orders/${order.reference}/results`
  return {
    subject: letter.subject,
    preheader: 'What you need is inside.',
    blocks: [
      ...letter.blocks.filter((block) => typeof block === 'object' && block?.kind === 'code'),
      sentences[kind],
      rows(isVisit ? ['When', visitTime(order)] : null, ['Order id', order.reference]),
      ...(kind === 'paid' || kind === 'reminder' ? beforehand(lines) : []),
      kind === 'on_the_way' ? 'Tell the code only to the phlebotomist, and only at your door.' : null,
      aboutResults.some((one) => one === kind)
        ? { kind: 'button', label: 'Read the result', href: page }
        : { kind: 'button', label: 'Follow your order', href: `${publicUrl}/track?order=${order.reference}` },
      note(
        'No one has confirmed yet that this address is the patient’s. So this email says very little. Is it not for you? Then someone mistyped an address, and you do not need to do anything.',
      ),
    ],
  }
}

function beforehand(lines: Quiet['lines']): Block[] {
  const hours = Math.max(0, ...lines.map(({ fasting_hours }) => fasting_hours))
  const fast = hours > 0 ? [`Fast for ${hours} hours before.`] : []
  return [
    { kind: 'heading', text: 'How to prepare' },
    { kind: 'list', items: [...fast, 'Ask the person who booked what else to do before.'] },
  ]
}
