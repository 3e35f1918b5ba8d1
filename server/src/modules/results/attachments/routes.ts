import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Rewriter } from '../../../infra/file-rewriting/rewriter.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { requireMember } from '../../labs/index.ts'
import type { ByMember } from '../reports/reports.ts'
import { attachPdf, detachPdf, keepPiece, openLabAttachment } from './attachments.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly rewriter: Rewriter }

/** PDFs that a lab attaches to its reports. Reports of other labs or locations are `not_found`. */
export function attachmentRoutes(server: Server, { db, clock, rewriter }: Dependencies): void {
  const by = async (actor: Actor): Promise<ByMember> => ({
    ...{ member: await requireMember(db, actor), accountId: actor.accountId, at: clock.now() },
  })
  serve(server, contract.sendAttachmentPiece, async ({ actor, params, body }) => {
    const bytes = Buffer.from(body.bytes, 'base64')
    const sent = { hash: Buffer.from(params.hash, 'hex'), piece: Number(params.piece), bytes }
    await keepPiece(db, await by(actor), params.id, sent)
    return { data: {} }
  })
  serve(server, contract.attachPdf, async ({ actor, params, body }) => {
    const asked = { hash: Buffer.from(body.hash, 'hex'), basedOn: body.basedOn }
    await attachPdf({ db, rewriter }, await by(actor), params.id, asked)
    return { data: {} }
  })
  serve(server, contract.detachPdf, async ({ actor, params, body }) => {
    const scientist = await by(actor)
    await db.transaction().execute((tx) => detachPdf(tx, scientist, params.id, body.basedOn))
    return { data: {} }
  })
  serve(server, contract.downloadLabAttachment, async ({ actor, params }) => {
    const number = Number(params.number)
    const { reference, ...file } = await openLabAttachment(db, await by(actor), params.id, number)
    return { name: `lab-report-${reference}.pdf`, ...file }
  })
}
