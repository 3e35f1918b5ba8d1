import { createHash, randomUUID } from 'node:crypto'
import { lagosDate } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { acquireAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import { accountById, isVerifiedDoctor } from '../accounts/index.ts'
import * as repository from './repository.ts'

/**
 * Verifies a doctor of a demonstration or a test without a document, by a licence of the given year (default: this year).
 * Has no effect if the doctor is already verified.
 */
export async function verifyForDemo(
  db: Db,
  accountId: number,
  now: Date,
  year = Number(lagosDate(now).slice(0, 4)),
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await acquireAdvisoryLock(tx, `licences of account ${accountId}`)
    const account = await accountById(tx, accountId)
    if (!account || (await isVerifiedDoctor(tx, accountId))) return
    const id = randomUUID()
    await repository.insertLicence(tx, {
      id,
      account_id: accountId,
      name: account.name,
      folio_number: `DEMO-${accountId}`,
      practising_year: year,
      state: 'accepted',
      document_type: 'application/pdf',
      document_hash: createHash('sha256').digest(),
      submitted_at: now,
    })
    const reason = 'a demonstration account'
    const move = { verb: 'accept', from: 'submitted', to: 'accepted', actor: 'system', by: null } as const
    await repository.moveLicence(tx, id, { ...move, at: now, reason })
  })
}
