import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { requireMember } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Actor, type Server, serve } from '../../platform/http.ts'
import type { ByMember } from '../report/reports.ts'
import { forgetTyping, keepTyping } from './typing.ts'

/** Stores result drafts while scientists enter results. */
export function typingRoutes(
  server: Server,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  const by = async (actor: Actor): Promise<ByMember> => ({
    ...{ member: await requireMember(db, actor), accountId: actor.accountId, at: clock.now() },
  })
  serve(server, contract.saveEntryDraft, async ({ actor, params, body }) => {
    const scientist = await by(actor)
    return { data: await db.transaction().execute((tx) => keepTyping(tx, scientist, params.id, body)) }
  })
  serve(server, contract.forgetEntryDraft, async ({ actor, params, body }) => {
    const scientist = await by(actor)
    await db.transaction().execute((tx) => forgetTyping(tx, scientist, params.id, body.version))
    return { data: {} }
  })
}
