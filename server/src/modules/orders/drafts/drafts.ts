import type { BodyOf, KeptDraft, saveBookingDraft } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { lockActive } from '../../accounts/index.ts'
import * as repository from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }

/** How long a draft is stored after its last change, in milliseconds. */
const draftLife = 24 * 60 * 60 * 1000

/** The draft of an account, or null. */
export async function readDraft({ db, clock }: Dependencies, accountId: number): Promise<KeptDraft | null> {
  const row = await repository.draftOf(db, accountId, clock.now())
  return row ? present(row) : null
}

/**
 * Stores a draft for a day. If it was changed or deleted since the version `basedOn`, nothing is written: throws
 * `draft_changed` with the present draft, so that two tabs do not overwrite each other.
 */
export async function saveDraft(
  { db, clock }: Dependencies,
  accountId: number,
  { basedOn, ...content }: BodyOf<typeof saveBookingDraft>,
): Promise<KeptDraft> {
  const at = clock.now()
  const draft = { ...content, at, expiresAt: new Date(at.getTime() + draftLife) }
  const row = await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    return basedOn === null
      ? await repository.insertDraft(tx, accountId, draft)
      : await repository.replaceDraft(tx, accountId, basedOn, draft)
  })
  if (!row) throw new DomainError('draft_changed', { data: await readDraft({ db, clock }, accountId) })
  return present(row)
}

function present({ answers, lab, tests, version, updated_at, expires_at }: repository.DraftRow): KeptDraft {
  return {
    answers,
    lab,
    tests,
    version,
    updatedAt: updated_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }
}
