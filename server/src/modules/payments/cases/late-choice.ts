import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { closeCaseAbout, hasCase, openCase, openSubjects } from '../../cases/index.ts'
import { lateDecided, lateUndecided } from '../../orders/index.ts'

const day = 24 * 60 * 60 * 1000
/** More than this many wait only if something else is wrong. */
const most = 1000

/**
 * Opens a case, once, for each order whose money came after its home visit and whose owner has not chosen for a day. Closes
 * those cases when the owner has chosen.
 */
export async function watchLateChoices({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  const waiting = await lateUndecided(db, new Date(now.getTime() - day), most)
  for (const order of waiting)
    await db.transaction().execute(async (tx) => {
      if (await hasCase(tx, 'late_choice', order.reference)) return
      const { reference, total_kobo: amount } = order
      const dueAt = new Date(now.getTime() + day)
      await openCase(
        tx,
        { kind: 'late_choice', subject: reference, orderReference: reference, amount, dueAt },
        now,
      )
    })
  const decided = await lateDecided(db, await openSubjects(db, 'late_choice'))
  for (const { reference, late_choice } of decided)
    await db.transaction().execute(async (tx) => {
      const note = late_choice
        ? `The person who booked has chosen: ${late_choice}.`
        : 'The order has gone on.'
      await closeCaseAbout(tx, 'late_choice', reference, note, now)
    })
}
