import type { Db } from '../../db.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type ListedLab, listedLab } from './listing/repository.ts'
import { tidy } from './policy.ts'
import * as repository from './repository.ts'

/** An active lab by slug or name, ignoring case, accents and extra spaces. Throws `unknown_lab`. */
export async function requireLab(db: Db, reference: string): Promise<repository.LabRow> {
  const lab = await repository.findLab(db, tidy(reference))
  if (!lab) throw new DomainError('unknown_lab')
  return lab
}

/** A lab by slug or name, as lists show it. Throws `unknown_lab`. */
export async function readLab(db: Db, accountId: number, reference: string): Promise<ListedLab> {
  const lab = await listedLab(db, accountId, tidy(reference))
  if (!lab) throw new DomainError('unknown_lab')
  return lab
}

/** An active lab by slug or name with its active location at an address, ignoring case, accents and extra spaces. */
export async function findLabAt(
  db: Db,
  reference: string,
  address: string,
): Promise<repository.LabAt | undefined> {
  return await repository.findLabAt(db, tidy(reference), tidy(address))
}
