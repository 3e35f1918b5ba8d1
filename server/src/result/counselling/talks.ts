import { linesOf, lockOrder, type OrderRow } from '../../booking/index.ts'
import { testsSold } from '../../catalogue/index.ts'
import { specimensOf } from '../../collection/index.ts'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { sensitiveAmong } from '../analyte/sensitive-repository.ts'
import { holdLiveConsent } from '../consent/consents.ts'
import { isWorkedOn } from '../report/reports.ts'
import * as repository from './repository.ts'

/** A sensitive test of an order, with the version that is out next and what its doctor has noted for it. */
export type Talk = {
  readonly position: number
  readonly testId: number
  readonly code: string
  readonly name: string
  readonly because: string
  /** A version of it is in force. */
  readonly isOut: boolean
  /** The version that comes next; where one is in force, that. */
  readonly number: number
  readonly noted: repository.DoctorNote | undefined
  /** The newest note of all, for whichever version. */
  readonly lastNoted: repository.DoctorNote | undefined
}

/** The sensitive tests of an order, whether or not the lab has begun with them; those that were given up only where something is noted. */
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
    // Of what nobody will do there is nothing to talk about.
    if (!lastNoted && givenUp.some(isThis)) return []
    const code = codes.get(testId) ?? ''
    return [{ position, testId, code, name, because, isOut, number, noted, lastNoted }]
  })
}

type Said = { readonly position: number; readonly test: string; readonly note: string }

/**
 * Notes that the doctor of an order has talked with its patient about a sensitive test, before its result is out; answers
 * when. Whoever releases at this moment has released, and it is refused, or finds the note. The same note again changes
 * nothing. Refuses `not_found` where the order has no such sensitive test, `consent_needed`, and `wrong_state` where the
 * result is out, something else is noted, or the order does not go on.
 */
export async function noteTalk(
  tx: Tx,
  clock: Clock,
  { id, accountId }: { readonly id: number; readonly accountId: number },
  { position, test, note }: Said,
): Promise<Date> {
  const order = await lockOrder(tx, id)
  if (!order.paid_at) throw new DomainError('not_found')
  const at = clock.now()
  // The order first, then the consent, as whoever reads does.
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
