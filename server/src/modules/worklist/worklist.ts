import type { LabOrder } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { accountNames, bookingDoctorName } from '../accounts/index.ts'
import { writeDown } from '../audit/index.ts'
import { questionsOf, testsSold } from '../catalogue/index.ts'
import { nextStepOf, photosOfOrder, seesPhotos, wasEverMade } from '../home-visits/index.ts'
import { requireDuty } from '../labs/index.ts'
import { linesOf, lockOrder, type OrderRow, readClinicalRequest } from '../orders/index.ts'
import { refundUnusedFee } from '../payments/index.ts'
import { counselledAmong, testsOut } from '../results/index.ts'
import {
  type Colleague,
  collectSpecimens,
  dutiesFor,
  expectSpecimens,
  orderLabelled,
  orderSeen,
  type Rejection,
  receiveSpecimen,
  rejectSpecimen,
  specimensOf,
  takesSpecimen,
} from '../specimens/index.ts'
import { isReported, isTakenAtDesk, mayDo } from './policy.ts'
import { presentLabOrder } from './present.ts'

export type WorklistDependencies = { readonly db: Db; readonly clock: Clock }

/** What a staff member does with an order, or with a sample by its accession number. */
export type Act =
  | { readonly verb: 'checkIn'; readonly reference: string }
  | {
      readonly verb: 'collect'
      readonly reference: string
      readonly accessions?: readonly string[] | undefined
    }
  | { readonly verb: 'receive'; readonly accession: string }
  | ({ readonly verb: 'reject'; readonly accession: string } & Rejection)

/**
 * Performs the act and returns the order as it is then. Repeating the act has no further effect. Throws DomainError
 * `not_found` if the colleague may not see the order, `not_your_duty`, `wrong_state`, and `result_out` when rejecting a
 * sample whose result is out.
 */
export async function act(dependencies: WorklistDependencies, who: Colleague, input: Act): Promise<LabOrder> {
  const { db, clock } = dependencies
  const order = await db.transaction().execute(async (tx) => {
    const seen = await ('reference' in input
      ? orderSeen(tx, who.sight, input.reference)
      : orderLabelled(tx, who.sight, input.accession))
    if (!seen) throw new DomainError('not_found')
    const order = await lockOrder(tx, seen.id)
    if (input.verb === 'reject') {
      requireDuty(who.member, ...dutiesFor.reject)
      await refuseReported(tx, order, input.accession)
    }
    const at = clock.now()
    const what = input.verb === 'checkIn' ? 'checked_in' : 'sample_handled'
    await writeDown(tx, [{ order_id: order.id, role: 'lab', account_id: who.accountId, what, at }])
    return await perform(tx, who, order, input, at)
  })
  return await readWork(dependencies, order, who)
}

/** Whether no phlebotomist goes to the patient of a home visit, so that the desk takes the sample. */
async function isLeftToDesk(db: Db, order: OrderRow, now: Date): Promise<boolean> {
  const isWaiting = order.mode === 'sampleCollection' && order.state === 'scheduled'
  return isWaiting && (await nextStepOf(db, order, now)) === 'nobody_goes'
}

/** Throws DomainError `result_out`: a result that is out is corrected, and its sample keeps its state. */
async function refuseReported(tx: Tx, order: OrderRow, accession: string): Promise<void> {
  const sample = (await specimensOf(tx, order.id)).find((one) => one.accession === accession.toUpperCase())
  if (!sample || sample.state === 'rejected') return
  const out = await testsOut(tx, order.id)
  if (isReported(sample, out)) throw new DomainError('result_out')
}

async function perform(
  tx: Tx,
  { member, accountId }: Colleague,
  order: OrderRow,
  input: Act,
  at: Date,
): Promise<OrderRow> {
  const by = { actor: 'lab', accountId, at } as const
  if (input.verb === 'receive') {
    requireDuty(member, ...dutiesFor.receive)
    return await receiveSpecimen(tx, order, { ...by, accession: input.accession.toUpperCase() })
  }
  if (input.verb === 'reject') {
    const { reason, note } = input
    if (reason === 'other' && note === null)
      throw new DomainError('invalid', { fields: { note: 'Say what is wrong with the sample.' } })
    return await rejectSpecimen(tx, order, { ...by, accession: input.accession.toUpperCase(), reason, note })
  }
  const specimens = await specimensOf(tx, order.id)
  requireDuty(member, ...(specimens.length > 0 ? dutiesFor[input.verb] : dutiesFor.attend))
  const noPhlebotomist = await isLeftToDesk(tx, order, at)
  if (order.state === 'scheduled' && !isTakenAtDesk({ order, noPhlebotomist }, specimens))
    throw new DomainError('wrong_state')
  if (input.verb === 'collect') {
    const taken = await collectSpecimens(tx, order, { ...by, accessions: input.accessions ?? 'all' })
    // A visit that was made, or failed because of the patient, is paid for.
    if (noPhlebotomist && order.fee_earned_at === null && !(await wasEverMade(tx, order.id)))
      await refundUnusedFee(tx, order, at)
    return taken
  }
  requireDuty(member, ...dutiesFor.checkIn)
  await expectSpecimens(tx, order, at, by)
  return order
}

/** An order as a staff member of its lab works on it. */
export async function readWork(
  { db, clock }: WorklistDependencies,
  order: OrderRow,
  { member }: Colleague,
): Promise<LabOrder> {
  const hasPhotos = order.mode === 'sampleCollection' && seesPhotos(member.duties)
  const [lines, clinical, specimens, photos] = await Promise.all([
    linesOf(db, order.id),
    readClinicalRequest(db, order.id, clock.now()),
    specimensOf(db, order.id),
    hasPhotos ? photosOfOrder(db, order.id) : [],
  ])
  const out = specimens.some(({ state }) => state === 'received') ? await testsOut(db, order.id) : []
  const people = specimens.flatMap((one) => [one.collected_by, one.received_by, one.rejected_by])
  const [sold, names, requestedBy, asks] = await Promise.all([
    testsSold(db, lines),
    accountNames(db, people),
    bookingDoctorName(db, order.account_id),
    questionsOf(
      db,
      lines.map(({ test_id }) => test_id),
    ),
  ])
  const counselled = await counselledAmong(
    db,
    order,
    sold.map(({ testId }) => testId),
  )
  const noPhlebotomist = await isLeftToDesk(db, order, clock.now())
  const nothingTaken = specimens.length === 0 && !sold.some(takesSpecimen)
  return presentLabOrder(order, lines, specimens, {
    ...{ names, clinical, requestedBy, asks, needsCounselling: counselled.size > 0 },
    tests: new Map(sold.map(({ testId, name }) => [testId, name])),
    nothingTaken,
    out,
    photos,
    may: mayDo({ order, noPhlebotomist }, specimens, nothingTaken, member.duties),
  })
}
