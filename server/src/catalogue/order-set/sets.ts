import { holdActive } from '../../account/index.ts'
import type { Db } from '../../db.ts'
import { DomainError } from '../../platform/domain-error.ts'
import * as repository from './repository.ts'

/** How many sets an account keeps at most. */
const mostSets = 50

export type Filled = { readonly name: string; readonly tests: readonly string[] }
type By = { readonly accountId: number; readonly at: Date }

/**
 * Keeps a set of tests under a name, or makes the one with `id` just this. A test that stands there twice counts once.
 * Refuses `unknown_test` for what the catalogue has not, `set_name_taken`, `many_sets`, and `not_found` for a set that is
 * not the account's.
 */
export async function keepSet(
  db: Db,
  by: By,
  id: string | null,
  { name, tests }: Filled,
): Promise<repository.SetRow> {
  const found = await repository.testsNamed(db, tests)
  const unknown = tests.filter((_, index) => !found[index])
  if (unknown.length > 0) throw new DomainError('unknown_test', { data: { tests: unknown } })
  const testIds = [...new Set(found.flatMap((test) => test?.testId ?? []))]
  return await db.transaction().execute(async (tx) => {
    await holdActive(tx, by.accountId)
    await repository.lockSetsOf(tx, by.accountId)
    const own = await repository.setsOf(tx, by.accountId)
    if (id !== null && !own.some((set) => set.id === id)) throw new DomainError('not_found')
    if (id === null && own.length >= mostSets) throw new DomainError('many_sets')
    const others = own.filter((set) => set.id !== id)
    if (await repository.isNamed(tx, name, others)) throw new DomainError('set_name_taken')
    const kept = await repository.putSet(tx, { id, name, ...by }, testIds)
    const set = await repository.setById(tx, by.accountId, kept)
    if (!set) throw new Error('a set that was kept is gone')
    return set
  })
}
