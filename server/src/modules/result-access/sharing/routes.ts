import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { labById } from '../../labs/index.ts'
import { sensitiveAmong } from '../../results/index.ts'
import { sharesSeenBy } from '../policy.ts'
import { presentResult, presentWithdrawn } from '../present.ts'
import { orderToRead } from '../readings.ts'
import { openShare, openSharedAttachment, openSharedSheet, shareToOpen } from './opening.ts'
import { ageThen, deviceOf } from './policy.ts'
import { presentShare } from './present.ts'
import * as repository from './repository.ts'
import { makeShare, revokeShare } from './shares.ts'
import type { ShareMaker } from './tokens.ts'

type Dependencies = ShareMaker & { readonly db: Db; readonly clock: Clock }

/** Links by which an owner of results lets another person read them. */
export function shareRoutes(server: Server, deps: Dependencies): void {
  ownerRoutes(server, deps)
  readerRoutes(server, deps)
}

function ownerRoutes(server: Server, { db, clock, ...maker }: Dependencies): void {
  serve(server, contract.makeShare, async ({ actor, params, body }) => {
    const toRead = await orderToRead(db, actor, params.reference)
    const by = { ...toRead, accountId: actor.accountId, at: clock.now() }
    const { expiresAt, ...made } = await makeShare(db, maker, by, body)
    return { data: { ...made, expiresAt: expiresAt.toISOString() } }
  })
  serve(server, contract.listShares, async ({ actor, params }) => {
    const toRead = await orderToRead(db, actor, params.reference)
    const now = clock.now()
    const shares = await repository.sharesOf(db, toRead.order.id, sharesSeenBy(toRead, now), now)
    const ids = shares.map(({ id }) => id)
    const [reports, opened] = await Promise.all([
      repository.sharedReports(db, ids),
      repository.openedOf(db, ids),
    ])
    const seen = { accountId: actor.accountId, now }
    return {
      data: shares.map((share) => {
        const tests = reports.filter(({ share_id }) => share_id === share.id).map((one) => one.test_name)
        const own = opened.filter(({ share_id }) => share_id === share.id)
        return presentShare({ share, tests, opened: own }, maker, seen)
      }),
    }
  })
  serve(server, contract.revokeShare, async ({ actor, params }) => {
    const by = { ...(await orderToRead(db, actor, params.reference)), at: clock.now() }
    await db.transaction().execute((tx) => revokeShare(tx, by, params.share))
    return { data: {} }
  })
}

/** For readers with a link, who need no account. */
function readerRoutes(server: Server, { db, clock, secret }: Dependencies): void {
  serve(server, contract.readShare, async ({ params }) => {
    const share = await shareToOpen(db, params.token, clock.now())
    return { data: { expiresAt: share.expires_at.toISOString() } }
  })
  serve(server, contract.openShare, async ({ params, body, agent }) => {
    const given = { token: params.token, ...body, device: deviceOf(agent), at: clock.now() }
    const { share, order, results, withdrawn, files } = await openShare({ db, secret }, given)
    const [lab, sensitive] = await Promise.all([
      labById(db, order.lab_id),
      sensitiveAmong(
        db,
        order,
        results.map(({ report }) => report.test_id),
      ),
    ])
    return {
      data: {
        ...{ patientName: order.patient_name, gender: order.patient_gender, age: ageThen(order, results) },
        ...{ lab: order.lab_name, labPhone: lab?.phone ?? '' },
        ...{ location: order.location_name, expiresAt: share.expires_at.toISOString() },
        results: results.map((one) => ({
          ...presentResult(one, secret, sensitive),
          // Private to the patient: who talks to them about the result, and what else was tested.
          ...{ counselledBy: null, partOf: null, file: files.has(one.report.id) },
        })),
        withdrawn: withdrawn.map((one) => ({ ...presentWithdrawn(one), partOf: null })),
        sampleData: order.demo,
      },
    }
  })
  serve(server, contract.downloadShared, async ({ params, body, agent }) => {
    const given = { token: params.token, ...body, device: deviceOf(agent), at: clock.now() }
    const { file, reference } = await openSharedSheet({ db, secret }, given, params.report)
    return { name: `report-${reference}.pdf`, file }
  })
  serve(server, contract.downloadSharedAttachment, async ({ params, body, agent }) => {
    const given = { token: params.token, ...body, device: deviceOf(agent), at: clock.now() }
    const { file, size, reference } = await openSharedAttachment({ db, secret }, given, params.report)
    return { name: `lab-report-${reference}.pdf`, file, size }
  })
}
