import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { lockActive } from '../../accounts/index.ts'
import * as repository from './repository.ts'

/** The most order sets of one account. */
const mostSets = 50

export type Filled = { readonly name: string; readonly tests: readonly string[] }
type By = { readonly accountId: number; readonly at: Date }

/**
 * Saves an order set under a name, or replaces the one with `id`. A repeated test counts once. Throws `unknown_test` for a
 * test that the catalogue lacks, `set_name_taken`, `many_sets`, and `not_found` for another account's set.
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
    await lockActive(tx, by.accountId)
    await repository.lockSetsOf(tx, by.accountId)
    const own = await repository.setsOf(tx, by.accountId)
    if (id !== null && !own.some((set) => set.id === id)) throw new DomainError('not_found')
    if (id === null && own.length >= mostSets) throw new DomainError('many_sets')
    const others = own.filter((set) => set.id !== id)
    if (await repository.isNamed(tx, name, others)) throw new DomainError('set_name_taken')
    const setId = await repository.putSet(tx, { id, name, ...by }, testIds)
    const set = await repository.setById(tx, by.accountId, setId)
    if (!set) throw new Error('a stored set is gone')
    return set
  })
}
