import { accountById } from '../../account/index.ts'
import { linesOf, type OrderRow } from '../../booking/index.ts'
import type { Db } from '../../db.ts'
import { isTheirAddress } from '../../result/index.ts'
import { type Notice, type Telling, tellEach } from '../channel/tell.ts'
import type { Letter } from '../letter.ts'
import { type PatientKind, quietLetter } from './letter.ts'

type PatientNotice = Omit<Notice, 'to' | 'kind' | 'order' | 'toPayer'> & {
  readonly kind: PatientKind
  readonly order: OrderRow
  /** What whoever booked reads instead, where the words to the patient would be wrong. */
  readonly toBooker?: Letter
}

/**
 * Tells the patient of an order something about it. At an address that may be mistyped they read no more than a stranger
 * may, and whoever booked reads all of it; `bookerHears` where they are told of it in any case.
 */
export async function tellPatient(
  deps: Telling & { readonly publicUrl: string },
  notice: PatientNotice,
  { bookerHears = false } = {},
): Promise<void> {
  await tellEach(deps, await patientNotices(deps, notice, { bookerHears }))
}

/** The notices of the above, for whoever tells others too. */
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
 * Tells the patient, and in any case whoever booked for them, as only they decide how the order goes on: each in words of
 * their own, and whoever is both once.
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
  // Who booked for themselves decides alone, and reads how.
  const patient = { ...about, letter: booker ? notice.letter : toBooker }
  const notices = await patientNotices(deps, patient, { bookerHears: true })
  const key = bookerKey ?? `${notice.key}:booker`
  if (booker) notices.push({ ...about, letter: toBooker, key, to: booker.email })
  await tellEach(deps, notices)
}

/** Whoever booked an order, where that is not the patient's own address; undefined also where their account is gone. */
export async function otherBooker(
  db: Db,
  order: Pick<OrderRow, 'account_id' | 'patient_email'>,
): Promise<{ readonly email: string } | undefined> {
  const booker = await accountById(db, order.account_id)
  if (!booker || booker.state === 'deleted') return undefined
  return booker.email.toLowerCase() === order.patient_email.toLowerCase() ? undefined : booker
}
