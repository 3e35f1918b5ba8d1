import * as contract from '@labalaba/contract'
import type { Rewriter } from '../../infra/file-rewriting/rewriter.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import { recordListReading } from '../audit/index.ts'
import { liveConsent } from '../consents/index.ts'
import { requireManager, requireMember } from '../labs/index.ts'
import { ownOrder } from '../orders/index.ts'
import { colleague } from '../specimens/index.ts'
import { attachPdf, detachPdf, keepPiece, openLabAttachment } from './attachments/attachments.ts'
import { asMember, byMember } from './by-member.ts'
import { acceptLimits, clinicalLimitsOf } from './clinical/acceptance.ts'
import { countUnsigned } from './clinical/acceptance-repository.ts'
import { changeClinicalRequest } from './clinical-request/change-clinical-request.ts'
import { noteTalk, presentTalk, talksOf } from './counselling/counselling.ts'
import { waitingTalksOf } from './counselling/repository.ts'
import { logCall } from './critical-calls/log-call.ts'
import { mayCall } from './critical-calls/policy.ts'
import { presentOpenCall } from './critical-calls/present.ts'
import { openCallsSeen } from './critical-calls/repository.ts'
import { discardDraft, saveDraft } from './drafts/drafts.ts'
import { linesOfLab, setIntervals } from './intervals/intervals.ts'
import { labResults } from './reports/lab-results.ts'
import { openReportRenderer, type ReleaseDependencies, releaseReport } from './reports/release.ts'
import { correctReport, enterResults, isWorkedOn, sendBackReport, verifyReport } from './reports/reports.ts'
import { type WithdrawDependencies, withdrawReport } from './reports/withdraw.ts'
import { readStatistics } from './statistics/statistics.ts'

type ResultDependencies = Omit<ReleaseDependencies, 'renderer'> &
  WithdrawDependencies & { readonly rewriter: Rewriter }

/** A lab's work on results, its intervals and statistics, and notes of doctors about talks with their patients. */
export function resultRoutes(server: Server, deps: ResultDependencies): void {
  reportRoutes(server, deps)
  callRoutes(server, deps)
  attachmentRoutes(server, deps)
  settingRoutes(server, deps)
  counsellingRoutes(server, deps)
}

/** Results and drafts of them. Reports of other labs or locations are `not_found`. */
function reportRoutes(server: Server, deps: ResultDependencies): void {
  const renderer = openReportRenderer()
  server.fastify.addHook('onClose', () => renderer.close())
  const act = asMember(deps)
  serve(server, contract.readLabResults, async ({ actor, params }) => ({
    data: await labResults(deps.db, await byMember(deps, actor), params.reference),
  }))
  serve(server, contract.changeClinicalRequest, async ({ actor, params, body }) => ({
    data: await act(actor, (tx, by) => changeClinicalRequest(tx, by, params.reference, body)),
  }))
  serve(server, contract.saveEntryDraft, async ({ actor, params, body }) => ({
    data: await act(actor, (tx, by) => saveDraft(tx, by, params.id, body)),
  }))
  serve(server, contract.forgetEntryDraft, async ({ actor, params, body }) => {
    await act(actor, (tx, by) => discardDraft(tx, by, params.id, body.version))
    return { data: {} }
  })
  serve(server, contract.enterResults, async ({ actor, params, body }) => {
    await act(actor, (tx, by) => enterResults(tx, by, params.id, body))
    return { data: {} }
  })
  serve(server, contract.verifyReport, async ({ actor, params, body }) => {
    await act(actor, (tx, by) => verifyReport(tx, by, params.id, body))
    return { data: {} }
  })
  serve(server, contract.sendBackReport, async ({ actor, params, body }) => {
    await act(actor, (tx, by) => sendBackReport(tx, by, params.id, body.reason))
    return { data: {} }
  })
  serve(server, contract.releaseReport, async ({ actor, params, body }) => {
    await releaseReport({ ...deps, renderer }, await byMember(deps, actor), params.id, body)
    return { data: {} }
  })
  serve(server, contract.correctReport, async ({ actor, params, body }) => {
    await act(actor, (tx, by) => correctReport(tx, by, params.id, body.reason))
    return { data: {} }
  })
  serve(server, contract.withdrawReport, async ({ actor, params, body }) => {
    await withdrawReport(deps, await byMember(deps, actor), params.id, body)
    return { data: {} }
  })
}

/** Calls about critical results. Reports of other labs or locations are `not_found`. */
function callRoutes(server: Server, deps: ResultDependencies): void {
  const { db, clock, secret } = deps
  serve(server, contract.listOpenCalls, async ({ actor }) => {
    const { member, sight } = await colleague(db, actor)
    // That a test is critical is a value, and a desk reads none.
    if (!mayCall(member.duties)) return { data: [] }
    const now = clock.now()
    const found = await openCallsSeen(db, sight, contract.openCallsListed)
    // The view is recorded before any name is shown, as that of the worklist.
    const look = { accountId: actor.accountId, labId: member.lab_id, shown: found.length, at: now }
    await recordListReading(db, secret, { ...look, what: 'worklist_seen', asked: { list: 'critical calls' } })
    return { data: found.map((row) => presentOpenCall(row, now)) }
  })
  serve(server, contract.logCall, async ({ actor, params, body }) => {
    await asMember(deps)(actor, (tx, by) => logCall(tx, clock, by, params.id, body))
    return { data: {} }
  })
}

/** PDFs that a lab attaches to its reports. Reports of other labs or locations are `not_found`. */
function attachmentRoutes(server: Server, deps: ResultDependencies): void {
  const { db, files } = deps
  serve(server, contract.sendAttachmentPiece, async ({ actor, params, body }) => {
    const bytes = Buffer.from(body.bytes, 'base64')
    const sent = { hash: Buffer.from(params.hash, 'hex'), piece: Number(params.piece), bytes }
    await keepPiece(db, await byMember(deps, actor), params.id, sent)
    return { data: {} }
  })
  serve(server, contract.attachPdf, async ({ actor, params, body }) => {
    const input = { hash: Buffer.from(body.hash, 'hex'), basedOn: body.basedOn }
    await attachPdf(deps, await byMember(deps, actor), params.id, input)
    return { data: {} }
  })
  serve(server, contract.detachPdf, async ({ actor, params, body }) => {
    await asMember(deps)(actor, (tx, by) => detachPdf(tx, by, params.id, body.basedOn))
    return { data: {} }
  })
  serve(server, contract.downloadLabAttachment, async ({ actor, params }) => {
    const by = await byMember(deps, actor)
    const { reference, ...file } = await openLabAttachment(
      { db, files },
      by,
      params.id,
      Number(params.number),
    )
    return { name: `lab-report-${reference}.pdf`, ...file }
  })
}

/** The reference intervals of a lab, and its statistics, which contain no patient data: reading them is not recorded. */
function settingRoutes(server: Server, deps: ResultDependencies): void {
  const { db, clock } = deps
  serve(server, contract.readIntervals, async ({ actor, query }) => {
    const member = await requireMember(db, actor)
    return { data: await linesOfLab(db, member, query.search ?? '', Number(query.page ?? 1)) }
  })
  serve(server, contract.setIntervals, async ({ actor, params, body }) => {
    await asMember(deps)(actor, (tx, by) => setIntervals(tx, by, Number(params.analyte), body))
    return { data: {} }
  })
  serve(server, contract.readClinicalLimits, async ({ actor }) => ({
    data: await clinicalLimitsOf(db, await requireMember(db, actor)),
  }))
  serve(server, contract.countClinicalLimits, async () => ({ data: await countUnsigned(db) }))
  serve(server, contract.acceptClinicalLimits, async ({ actor, body }) => {
    await asMember(deps)(actor, (tx, by) => acceptLimits(tx, by, body.edition))
    return { data: {} }
  })
  serve(server, contract.readLabFigures, async ({ actor, query, reader }) => ({
    data: await readStatistics(reader, await requireManager(db, actor), query, clock.now()),
  }))
}

/** How many waiting orders are listed at most. */
const waitingListed = 100

/** Notes of doctors about talks with their patients, before results are released. */
function counsellingRoutes(server: Server, { db, clock }: ResultDependencies): void {
  serve(server, contract.readCounselling, async ({ actor, params }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order?.paid_at) throw new DomainError('not_found')
    const [talks, consent] = await Promise.all([talksOf(db, order), liveConsent(db, order, clock.now())])
    const agreed = consent?.sensitive ?? false
    const tests = talks.map((talk) => presentTalk(talk, agreed))
    return { data: { agreed, isOpen: isWorkedOn(order), tests } }
  })
  serve(server, contract.noteCounselling, async ({ actor, params, body }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    const of = { id: order.id, accountId: actor.accountId }
    const at = await db.transaction().execute((tx) => noteTalk(tx, clock, of, body))
    return { data: { at: at.toISOString() } }
  })
  serve(server, contract.listWaitingTalks, async ({ actor }) => {
    return { data: await waitingTalksOf(db, actor.accountId, clock.now(), waitingListed) }
  })
}
