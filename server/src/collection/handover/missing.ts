import { addFound, closeCaseAbout, hasCase, openCase, openSubjects } from '../../case/index.ts'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { arrivedAmong, astraySince, dueBefore } from './repository.ts'

/** Samples of a home visit that are not with the lab, for whoever looks for them. */
export type Missing = {
  readonly visitId: string
  readonly reference: string
  /** The numbers on their labels. */
  readonly accessions: readonly string[]
  /** What the phlebotomist said that they handed over, and what the lab counted; null before either. */
  readonly given: number | null
  readonly found: number | null
}

const kind = 'samples_missing'
/** More than this many are astray only where something else is wrong. */
const most = 1000

/**
 * Samples that a home visit took are not with the lab: a person looks for them by the numbers on their labels. What was
 * asked before of the same visit says anew what is known.
 */
export async function openMissing(tx: Tx, missing: Missing, now: Date): Promise<void> {
  const { visitId: subject, reference: orderReference, accessions, given, found } = missing
  const known = {
    labels_missing: accessions.join(', '),
    ...(given === null ? {} : { handed_over: given }),
    ...(found === null ? {} : { found_at_the_lab: found }),
  }
  const opened = await openCase(tx, { kind, subject, orderReference, found: known }, now)
  if (!opened) await addFound(tx, kind, subject, known)
}

/** Looks for what home visits took long ago and no lab has; closes the cases of what has come since. */
export async function watchMissing({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now()
  for (const astray of await astraySince(db, dueBefore(now), most))
    await db.transaction().execute(async (tx) => {
      if (await hasCase(tx, kind, astray.visitId)) return
      // Where the lab counts at this moment, its case says more: it stays as it is.
      const found = { labels_missing: astray.accessions.join(', ') }
      await openCase(tx, { kind, subject: astray.visitId, orderReference: astray.reference, found }, now)
    })
  for (const visitId of await arrivedAmong(db, await openSubjects(db, kind)))
    await db
      .transaction()
      .execute((tx) => closeCaseAbout(tx, kind, visitId, 'Nothing of it is looked for any more.', now))
}
