import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { testsSold } from '../../catalogue/index.ts'
import { holdLiveConsent } from '../../consents/index.ts'
import { linesOf, lockOrder, type OrderRow } from '../../orders/index.ts'
import { specimensOf } from '../../specimens/index.ts'
import { sensitiveAmong } from '../analytes/sensitive-repository.ts'
import { isWorkedOn } from '../reports/reports.ts'
import * as repository from './repository.ts'

/** A sensitive test of an order, with the number of its next version and the doctor's note for it. */
export type Talk = {
  readonly position: number
  readonly testId: number
  readonly code: string
  readonly name: string
  readonly because: string
  /** A version of it is released. */
  readonly isOut: boolean
  /** The next version; if one is released, that one. */
  readonly number: number
  readonly noted: repository.DoctorNote | undefined
  /** The newest note for any version. */
  readonly lastNoted: repository.DoctorNote | undefined
}

/**
 * The sensitive tests of an order, begun by the lab or not. Tests that were given up are included only if there is a note.
 */
export async function talksOf(db: Db, order: OrderRow): Promise<Talk[]> {
  const sold = await testsSold(db, await linesOf(db, order.id))
  const ids = sold.map(({ testId }) => testId)
  const [sensitive, codes, out, notes, specimens] = await Promise.all([
    sensitiveAmong(db, order, ids),
    repository.codesOf(db, ids),
    repository.lastOutOf(db, order.id),
    repository.notesOf(db, order.id),
    specimensOf(db, order.id),
  ])
  const givenUp = specimens.filter(({ state }) => state === 'given_up').flatMap(({ tests }) => tests)
  return sold.flatMap(({ position, testId, name }): Talk[] => {
    const because = sensitive.get(testId)
    if (because === undefined) return []
    const isThis = (one: { position: number; testId: number }) =>
      one.position === position && one.testId === testId
    const last = out.find(isThis)
    const isOut = last !== undefined && last.state !== 'withdrawn'
    const number = (last?.number ?? 0) + (isOut ? 0 : 1)
    const own = notes.filter(({ position: at, test_id }) => isThis({ position: at, testId: test_id }))
    const noted = own.find((one) => one.number === number)
    const lastNoted = own.at(-1)
    // A test that will not be done needs no talk.
    if (!lastNoted && givenUp.some(isThis)) return []
    const code = codes.get(testId) ?? ''
    return [{ position, testId, code, name, because, isOut, number, noted, lastNoted }]
  })
}

type TalkNote = { readonly position: number; readonly test: string; readonly note: string }

/**
 * Records that the doctor of an order has talked with its patient about a sensitive test before its result is released.
 * Returns when. A concurrent release either comes first, and this is refused, or finds the note. Repeating the same note
 * has no effect. Throws DomainError `not_found` if the order has no such sensitive test, `consent_needed`, and
 * `wrong_state` if the result is released, another note exists, or the order is cancelled.
 */
export async function noteTalk(
  tx: Tx,
  clock: Clock,
  { id, accountId }: { readonly id: number; readonly accountId: number },
  { position, test, note }: TalkNote,
): Promise<Date> {
  const order = await lockOrder(tx, id)
  if (!order.paid_at) throw new DomainError('not_found')
  const at = clock.now()
  // Locks the order before the consent, as readers do.
  const consent = await holdLiveConsent(tx, order, accountId, at)
  if (!consent?.sensitive) throw new DomainError('consent_needed')
  const talk = (await talksOf(tx, order)).find((one) => one.position === position && one.code === test)
  if (!talk) throw new DomainError('not_found')
  if (!talk.isOut && talk.noted?.note === note) return talk.noted.noted_at
  if (talk.isOut || talk.noted || !isWorkedOn(order)) throw new DomainError('wrong_state')
  await repository.insertNote(tx, {
    ...{ order_id: order.id, position, test_id: talk.testId, number: talk.number },
    ...{ noted_by: accountId, consent_id: consent.id, noted_at: at, note },
  })
  return at
}
