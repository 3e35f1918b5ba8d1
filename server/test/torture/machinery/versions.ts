import { listMigrations, type Migration } from '../../../src/infra/db/migrations.ts'
import { madeUpMigration } from '../../made-up-migration.ts'

/** The migrations of this version, or those of a next one, which adds a column. */
export function migrationsOf(newer: boolean): Migration[] {
  if (!newer) return listMigrations()
  const text = `-- phase: expand
alter table lab_order add column made_up text not null default 'unknown';`
  return [...listMigrations(), madeUpMigration(1, text)]
}
