import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { requireMember } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve, type Viewer } from '../../platform/http.ts'
import type { Rewriter } from '../../platform/rewriting/rewriter.ts'
import type { ByMember } from '../report/reports.ts'
import { attachPdf, detachPdf, keepPiece, openLabAttachment } from './attachments.ts'

type Needs = { readonly db: Db; readonly clock: Clock; readonly rewriter: Rewriter }

/** PDFs that a lab attaches to its reports. What is not of one's lab or location is not found. */
export function attachmentRoutes(server: Server, { db, clock, rewriter }: Needs): void {
  const by = async (viewer: Viewer): Promise<ByMember> => ({
    ...{ member: await requireMember(db, viewer), accountId: viewer.accountId, at: clock.now() },
  })
  serve(server, contract.sendAttachmentPiece, async ({ viewer, params, body }) => {
    const bytes = Buffer.from(body.bytes, 'base64')
    const sent = { hash: Buffer.from(params.hash, 'hex'), piece: Number(params.piece), bytes }
    await keepPiece(db, await by(viewer), params.id, sent)
    return { data: {} }
  })
  serve(server, contract.attachPdf, async ({ viewer, params, body }) => {
    const asked = { hash: Buffer.from(body.hash, 'hex'), basedOn: body.basedOn }
    await attachPdf({ db, rewriter }, await by(viewer), params.id, asked)
    return { data: {} }
  })
  serve(server, contract.detachPdf, async ({ viewer, params, body }) => {
    const scientist = await by(viewer)
    await db.transaction().execute((tx) => detachPdf(tx, scientist, params.id, body.basedOn))
    return { data: {} }
  })
  serve(server, contract.downloadLabAttachment, async ({ viewer, params }) => {
    const number = Number(params.number)
    const { reference, ...file } = await openLabAttachment(db, await by(viewer), params.id, number)
    return { name: `lab-report-${reference}.pdf`, ...file }
  })
}
