import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import type { Rewriter } from '../../infra/file-rewriting/rewriter.ts'
import type { Files } from '../../infra/files/store/files.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { paginate, type Server, serve } from '../../infra/http/http.ts'
import { type Document, openDocumentReader } from './document.ts'
import { decideLicence, openDocument, sendLicence } from './licences.ts'
import { presentOwnLicence, presentReview } from './present.ts'
import * as repository from './repository.ts'

export type LicenceDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly files: Files
  readonly rewriter: Rewriter
}

/** Practising licences: doctors send them, and operators check them. */
export function licenceRoutes(server: Server, deps: LicenceDependencies): void {
  const { db, clock, secret, files, rewriter } = deps
  const sending = { db, secret, files, readDocument: openDocumentReader(rewriter) }
  const own = async (accountId: number) => ({
    data: presentOwnLicence(await repository.licencesOf(db, accountId)),
  })
  serve(server, contract.readLicence, async ({ actor }) => own(actor.accountId))
  serve(server, contract.sendLicence, async ({ actor, body }) => {
    await sendLicence(sending, actor, body, clock.now())
    return own(actor.accountId)
  })
  operatorRoutes(server, deps)
}

function operatorRoutes(server: Server, { db, clock, files }: LicenceDependencies): void {
  serve(server, contract.listLicences, async ({ query }) => {
    const { rows: found, total } = await repository.reviewsIn(db, query)
    return { data: found.map(presentReview), pagination: paginate(total, query) }
  })
  serve(server, contract.decideLicence, async ({ actor, params, body }) => {
    const decision = { ...body, by: actor.accountId }
    await db.transaction().execute((tx) => decideLicence(tx, params.id, decision, clock.now()))
    const decided = await repository.reviewById(db, params.id)
    if (!decided) throw new DomainError('not_found')
    return { data: presentReview(decided) }
  })
  const open = (id: string, type: Document['type'], by: number) =>
    openDocument({ db, files }, id, type, { by, at: clock.now() })
  serve(server, contract.readLicencePicture, async ({ actor, params }) => ({
    name: 'practising-licence.jpg',
    file: await open(params.id, 'image/jpeg', actor.accountId),
  }))
  serve(server, contract.readLicencePdf, async ({ actor, params }) => ({
    name: 'practising-licence.pdf',
    file: await open(params.id, 'application/pdf', actor.accountId),
  }))
}
