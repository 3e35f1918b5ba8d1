import type { Db } from '../../../db.ts'
import { installedAt } from '../restore/incarnation.ts'
import type { CopyHistory } from './schedule.ts'

/** What is checked: copies of the embedded database, and drills of a restore. */
export type BackupKind = 'copy' | 'drill'

/** The outcome of a copy or a drill. `failure` says why it failed, and names no person. */
export type BackupOutcome =
  | { readonly failure: string }
  | { readonly failure: null; readonly rpoSeconds?: number; readonly rtoSeconds?: number }

const longestFailure = 500

/** Stores that a copy or a drill was good, or why it failed. */
export async function recordBackup(
  db: Db,
  kind: BackupKind,
  { at, ...outcome }: BackupOutcome & { readonly at: Date },
): Promise<void> {
  const values =
    outcome.failure === null
      ? { good_at: at, rpo_seconds: outcome.rpoSeconds ?? null, rto_seconds: outcome.rtoSeconds ?? null }
      : { failed_at: at, failure: outcome.failure.slice(0, longestFailure) }
  await db
    .insertInto('backup_check')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute()
}

/** When a copy or a drill was last good and last failed. */
export type BackupHistory = CopyHistory & { readonly failure: string | null }

/** Reads when a copy or a drill was last good and last failed. */
export async function readBackups(db: Db, kind: BackupKind): Promise<BackupHistory> {
  const row = await db.selectFrom('backup_check').selectAll().where('kind', '=', kind).executeTakeFirst()
  return {
    installedAt: await installedAt(db),
    goodAt: row?.good_at ?? null,
    failedAt: row?.failed_at ?? null,
    failure: row?.failure ?? null,
  }
}
