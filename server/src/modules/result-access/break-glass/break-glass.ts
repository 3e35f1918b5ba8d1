import {
  type BodyOf,
  type BreakGlassStatus,
  type breakGlass as breakGlassCall,
  breakGlassHours,
  isMobile,
  type NeedsAction,
} from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Messenger } from '../../../infra/mail/messenger.ts'
import { accountById, isVerifiedDoctor, lockActive } from '../../accounts/index.ts'
import { writeDown } from '../../audit/index.ts'
import {
  consentStateAt,
  hasRefused,
  isOwnContact,
  lockAnswers,
  newestConsent,
  pairOf,
} from '../../consents/index.ts'
import { labById } from '../../labs/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import { countAtPace, requirePace } from '../pace.ts'
import { needsActionNow } from '../policy.ts'
import { type InForce, shareLockGrounds } from '../released.ts'
import * as repository from './repository.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly messenger: Pick<Messenger, 'offers'>
}
type Doctors = { readonly order: OrderRow; readonly accountId: number }

const hour = 60 * 60 * 1000

/**
 * Opens by break-glass the released results of a doctor's order that need action now and that the doctor cannot read, and
 * only those, of the last thirty days: an immediate value shows that life may be in danger. Records the reason for the
 * patient, and notifies them. While all of them are open already, it changes nothing. Returns until when they are open.
 *
 * Throws DomainError `licence_needed` to a doctor who is not verified, `no_patient_contact` if the patient cannot be notified,
 * `consent_refused` after the patient has refused, and `too_many` after the openings of a day: all of them before it looks at
 * any value. Then `no_immediate_result`.
 */
export async function breakGlass(
  { db, clock, secret, messenger }: Dependencies,
  { order, accountId }: Doctors,
  { because, reason }: BodyOf<typeof breakGlassCall>,
): Promise<Date> {
  return await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    await lockAndRequireEntitled(tx, order, accountId, messenger)
    const at = clock.now()
    // Before any value is looked at: a doctor without openings left does not learn whether a result is immediate.
    await requirePace(tx, secret, 'glass', String(accountId), at, tooMany)
    const { released, groundOf, openedUntil } = await shareLockGrounds(tx, order, accountId, at)
    const immediate = released.filter((one) => {
      const ground = groundOf(one.report)
      return isOpenable(one, at) && !(ground && 'consent_id' in ground)
    })
    if (immediate.length === 0) throw new DomainError('no_immediate_result')
    const until = allOpenUntil(immediate.map(({ report }) => openedUntil(report)))
    if (until) return until
    await countAtPace(tx, secret, 'glass', String(accountId), at, tooMany)
    const expiresAt = new Date(at.getTime() + breakGlassHours * hour)
    const opening = { order_id: order.id, account_id: accountId, because, reason, at, expires_at: expiresAt }
    const id = await repository.insertOpening(
      tx,
      opening,
      immediate.map(({ version }) => version),
    )
    await writeDown(tx, [
      { order_id: order.id, role: 'doctor', account_id: accountId, what: 'break_glass', at },
    ])
    await publish(tx, 'order.break_glass', { orderId: order.id, noticeKey: `break-glass:${id}` })
    return expiresAt
  })
}

/** The lab has long called about older results: they are no emergency any more. */
const openableFor = 30 * 24 * hour
const openableSince = (now: Date) => new Date(now.getTime() - openableFor)

function isOpenable({ version, values }: InForce, now: Date): boolean {
  return needsActionNow(values) && version.released_at !== null && version.released_at > openableSince(now)
}

const tooMany = 'You have opened many results without consent today. Call the labs for the others.'

/**
 * Throws unless the doctor is verified, the patient can be notified, and has not refused. Answers about the doctor wait until
 * the transaction ends.
 */
async function lockAndRequireEntitled(
  tx: Tx,
  order: OrderRow,
  accountId: number,
  messenger: Dependencies['messenger'],
): Promise<void> {
  if (!(await isVerifiedDoctor(tx, accountId)))
    throw new DomainError('licence_needed', {
      message:
        'You can open a result without consent once we have checked your practising licence. Call the lab for it.',
    })
  const pair = await pairOf(tx, order)
  if (!pair && !(await isReachedByPhone(tx, order, messenger))) throw new DomainError('no_patient_contact')
  await lockAnswers(tx, accountId)
  if (await hasRefused(tx, order)) throw new DomainError('consent_refused')
}

/** Whether the patient of a doctor's order has no email, and can be notified by SMS at a phone that is not the doctor's. */
async function isReachedByPhone(
  db: Db,
  order: OrderRow,
  messenger: Dependencies['messenger'],
): Promise<boolean> {
  if (order.patient_email !== null) return false
  const doctor = await accountById(db, order.account_id)
  return doctor !== null && canBeNotified(doctor, order, messenger)
}

/** Whether an order names the patient's email, or a mobile phone if SMS is offered, and none of them is the doctor's own. */
function canBeNotified(
  doctor: { readonly email: string; readonly phone: string },
  order: Pick<OrderRow, 'patient_email' | 'patient_phone'>,
  { offers }: Dependencies['messenger'],
): boolean {
  const getsMessages = offers.includes('sms') && isMobile(order.patient_phone)
  return !isOwnContact(doctor, order) && (order.patient_email !== null || getsMessages)
}

/** Until when all of these are open; null if one is not. */
function allOpenUntil(ends: readonly (Date | null)[]): Date | null {
  const open = ends.flatMap((end) => end?.getTime() ?? [])
  return open.length < ends.length ? null : new Date(Math.min(...open))
}

/**
 * What a doctor may do about results of their order that they cannot read. A doctor who may not use break-glass does not
 * learn whether a result is immediate. Sensitive results are not counted, as that would say what was found; an opening
 * includes them all the same.
 */
export async function breakGlassStatus(
  { db, clock, messenger }: Omit<Dependencies, 'secret'>,
  { order, accountId }: Doctors,
): Promise<BreakGlassStatus> {
  const now = clock.now()
  const [pair, verified, refused, lab] = await Promise.all([
    pairOf(db, order),
    isVerifiedDoctor(db, accountId),
    hasRefused(db, order),
    labById(db, order.lab_id),
  ])
  const consent = pair ? consentStateAt(await newestConsent(db, pair), now) : 'nobody_to_ask'
  const isReached = pair !== null || (await isReachedByPhone(db, order, messenger))
  const isEntitled = isReached && verified && !refused
  return {
    mayOpen: isEntitled && (await hasUnreadImmediate(db, order, accountId, now)),
    ...{ verified, consent, patientName: order.patient_name },
    ...{ lab: order.lab_name, labPhone: lab?.phone ?? '' },
  }
}

/** Whether an order has an immediate result that is not sensitive and that its doctor cannot read. */
async function hasUnreadImmediate(db: Db, order: OrderRow, accountId: number, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { released, groundOf, sensitive } = await shareLockGrounds(tx, order, accountId, now)
    return released.some(
      (one) => groundOf(one.report) === null && !sensitive.has(one.report.test_id) && isOpenable(one, now),
    )
  })
}

const listed = 20

/**
 * The orders of a doctor with a result that is not sensitive, needs action now, and may be opened by break-glass: the twenty
 * with the latest release.
 */
export async function ordersThatNeedAction(
  { db, clock, messenger }: Omit<Dependencies, 'secret'>,
  doctor: { readonly id: number; readonly email: string; readonly phone: string },
): Promise<NeedsAction[]> {
  const now = clock.now()
  const since = openableSince(now)
  const found = await repository.waitingOrders(db, doctor.id, { now, since })
  return found
    .filter((order) => canBeNotified(doctor, order, messenger))
    .slice(0, listed)
    .map((order) => ({
      ...{ reference: order.reference, patientName: order.patient_name, lab: order.lab_name },
      releasedAt: order.released_at.toISOString(),
    }))
}
