import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { requireMember } from '../../labs/index.ts'
import type { ByMember } from '../reports/reports.ts'
import { discardDraft, saveDraft } from './drafts.ts'

/** Stores result drafts while scientists enter results. */
export function draftRoutes(server: Server, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  const by = async (actor: Actor): Promise<ByMember> => ({
    ...{ member: await requireMember(db, actor), accountId: actor.accountId, at: clock.now() },
  })
  serve(server, contract.saveEntryDraft, async ({ actor, params, body }) => {
    const scientist = await by(actor)
    return { data: await db.transaction().execute((tx) => saveDraft(tx, scientist, params.id, body)) }
  })
  serve(server, contract.forgetEntryDraft, async ({ actor, params, body }) => {
    const scientist = await by(actor)
    await db.transaction().execute((tx) => discardDraft(tx, scientist, params.id, body.version))
    return { data: {} }
  })
}
