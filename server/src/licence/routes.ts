import * as contract from '@labalaba/contract'
import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { DomainError } from '../platform/domain-error.ts'
import { paginate, type Server, serve } from '../platform/http.ts'
import type { Rewriter } from '../platform/rewriting/rewriter.ts'
import type { Secret } from '../platform/secret.ts'
import { type Document, openDocumentReader } from './document.ts'
import { decideLicence, openDocument, sendLicence } from './licences.ts'
import { presentOwn, presentReview } from './present.ts'
import * as rows from './rows.ts'

export type LicenceNeeds = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly rewriter: Rewriter
}

/** The practising licences of doctors: sent by them, and checked by operators. */
export function licenceRoutes(server: Server, needs: LicenceNeeds): void {
  const { db, clock, secret, rewriter } = needs
  const sending = { db, secret, readDocument: openDocumentReader(rewriter) }
  const own = async (accountId: number) => ({ data: presentOwn(await rows.licencesOf(db, accountId)) })
  serve(server, contract.readLicence, async ({ viewer }) => own(viewer.accountId))
  serve(server, contract.sendLicence, async ({ viewer, body }) => {
    await sendLicence(sending, viewer, body, clock.now())
    return own(viewer.accountId)
  })
  operatorRoutes(server, needs)
}

function operatorRoutes(server: Server, { db, clock }: LicenceNeeds): void {
  serve(server, contract.listLicences, async ({ query }) => {
    const { rows: found, total } = await rows.reviewsIn(db, query)
    return { data: found.map(presentReview), pagination: paginate(total, query) }
  })
  serve(server, contract.decideLicence, async ({ viewer, params, body }) => {
    const decision = { ...body, by: viewer.accountId }
    await db.transaction().execute((tx) => decideLicence(tx, params.id, decision, clock.now()))
    const decided = await rows.reviewById(db, params.id)
    if (!decided) throw new DomainError('not_found')
    return { data: presentReview(decided) }
  })
  const open = (id: string, type: Document['type'], by: number) =>
    db.transaction().execute((tx) => openDocument(tx, id, type, { by, at: clock.now() }))
  serve(server, contract.readLicencePicture, async ({ viewer, params }) => ({
    name: 'practising-licence.jpg',
    file: await open(params.id, 'image/jpeg', viewer.accountId),
  }))
  serve(server, contract.readLicencePdf, async ({ viewer, params }) => ({
    name: 'practising-licence.pdf',
    file: await open(params.id, 'application/pdf', viewer.accountId),
  }))
}
