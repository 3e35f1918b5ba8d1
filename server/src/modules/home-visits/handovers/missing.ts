import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { addFound, closeCaseAbout, hasCase, openCase, openSubjects } from '../../cases/index.ts'
import { arrivedAmong, astraySince, dueBefore } from './repository.ts'

/** Specimens of a home visit that are not with the lab, for the operator who looks for them. */
export type Missing = {
  readonly visitId: string
  readonly reference: string
  /** The accession numbers on their labels. */
  readonly accessions: readonly string[]
  /** How many the phlebotomist reported as handed over, and how many the lab counted; null before that. */
  readonly given: number | null
  readonly found: number | null
}

const kind = 'samples_missing'
/** The most visits looked at in one run. More specimens are missing only if something else is wrong. */
const most = 1000

/**
 * Opens a case: specimens of a home visit are not with the lab, and an operator looks for them by their accession numbers.
 * If a case of the visit is already open, its facts are updated.
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

/**
 * Opens cases for specimens that were taken long ago and have not reached a lab; closes the cases of those that have since.
 */
export async function watchMissing({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now()
  for (const astray of await astraySince(db, dueBefore(now), most))
    await db.transaction().execute(async (tx) => {
      if (await hasCase(tx, kind, astray.visitId)) return
      // If the lab counts at this moment, its case has more facts: `openCase` leaves it as it is.
      const found = { labels_missing: astray.accessions.join(', ') }
      await openCase(tx, { kind, subject: astray.visitId, orderReference: astray.reference, found }, now)
    })
  for (const visitId of await arrivedAmong(db, await openSubjects(db, kind)))
    await db
      .transaction()
      .execute((tx) => closeCaseAbout(tx, kind, visitId, 'We no longer look for samples of this visit.', now))
}
