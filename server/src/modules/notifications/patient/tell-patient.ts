import type { Db } from '../../../db.ts'
import { accountById } from '../../accounts/index.ts'
import { linesOf, type OrderRow } from '../../orders/index.ts'
import { isTheirAddress } from '../../result-access/index.ts'
import { type Notice, type Telling, tellEach } from '../channel/tell.ts'
import type { Letter } from '../letter.ts'
import { type PatientKind, quietLetter } from './letter.ts'

type PatientNotice = Omit<Notice, 'to' | 'kind' | 'order' | 'toPayer'> & {
  readonly kind: PatientKind
  readonly order: OrderRow
  /** The letter for the booker, if the words to the patient would be wrong for them. */
  readonly toBooker?: Letter
}

/**
 * Notifies the patient of an order. At an unconfirmed address the patient gets the quiet letter, and the booker gets the
 * full one; `bookerHears` if the booker is notified in any case.
 */
export async function tellPatient(
  deps: Telling & { readonly publicUrl: string },
  notice: PatientNotice,
  { bookerHears = false } = {},
): Promise<void> {
  await tellEach(deps, await patientNotices(deps, notice, { bookerHears }))
}

/** The notifications that `tellPatient` sends, for callers that notify others too. */
export async function patientNotices(
  { db, publicUrl }: Telling & { readonly publicUrl: string },
  { toBooker, ...notice }: PatientNotice,
  { bookerHears = false } = {},
): Promise<Notice[]> {
  const { order, kind, letter } = notice
  if (await isTheirAddress(db, order)) return [{ ...notice, to: order.patient_email }]
  const { attach: _, ...bare } = notice
  const event = notice.event ?? notice.key
  const quiet = quietLetter({ kind, order, letter, publicUrl, lines: await linesOf(db, order.id) })
  const toPatient = { ...bare, event, to: order.patient_email, letter: quiet }
  const booker = bookerHears ? undefined : await accountById(db, order.account_id)
  if (!booker || booker.state === 'deleted') return [toPatient]
  const copy = { ...notice, event, letter: toBooker ?? letter }
  return [toPatient, { ...copy, key: `${notice.key}:booker`, to: booker.email }]
}

/**
 * Notifies the patient and always the booker, as only the booker decides how the order continues: each in words of their
 * own, and one notification if they are the same person.
 */
export async function tellBoth(
  deps: Telling & { readonly publicUrl: string },
  {
    toBooker,
    bookerKey,
    ...notice
  }: PatientNotice & { readonly toBooker: Letter; readonly bookerKey?: string },
): Promise<void> {
  const booker = await otherBooker(deps.db, notice.order)
  const about = { ...notice, event: notice.event ?? notice.key }
  // A patient who booked for themselves decides alone, and gets the booker's letter.
  const patient = { ...about, letter: booker ? notice.letter : toBooker }
  const notices = await patientNotices(deps, patient, { bookerHears: true })
  const key = bookerKey ?? `${notice.key}:booker`
  if (booker) notices.push({ ...about, letter: toBooker, key, to: booker.email })
  await tellEach(deps, notices)
}

/** The booker of an order, if their email is not the patient's; undefined also if their account is deleted. */
export async function otherBooker(
  db: Db,
  order: Pick<OrderRow, 'account_id' | 'patient_email'>,
): Promise<{ readonly email: string } | undefined> {
  const booker = await accountById(db, order.account_id)
  if (!booker || booker.state === 'deleted') return undefined
  return booker.email.toLowerCase() === order.patient_email.toLowerCase() ? undefined : booker
}
