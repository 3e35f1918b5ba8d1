import { levelOf, listMigrations, type Migration, readMigration } from '../src/infra/db/migrations.ts'

/** The level of a version that has this many migrations more than ours. */
export function levelAfter(count: number): string {
  const last = listMigrations().at(-1)
  return String(Number(last ? levelOf(last) : 0) + count).padStart(4, '0')
}

/** A migration of a later version, the given number of migrations after our last one. */
export function madeUpMigration(count: number, text: string): Migration {
  return readMigration(`${levelAfter(count)}_made_up.sql`, text)
}
