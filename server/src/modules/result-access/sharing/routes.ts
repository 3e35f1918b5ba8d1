import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Files } from '../../../infra/files/store/files.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { labById } from '../../labs/index.ts'
import { sensitiveAmong } from '../../results/index.ts'
import { presentResult, presentWithdrawn } from '../present.ts'
import { orderToRead, type ReportFile } from '../read-results.ts'
import { openShare, openSharedFile, shareToOpen } from './open-share.ts'
import { ageThen, deviceOf } from './policy.ts'
import { listShares, makeShare, revokeShare, type ShareMaker } from './shares.ts'

type Dependencies = ShareMaker & { readonly db: Db; readonly clock: Clock; readonly files: Files }

/** Links by which an owner of results lets another person read them. */
export function shareRoutes(server: Server, deps: Dependencies): void {
  ownerRoutes(server, deps)
  readerRoutes(server, deps)
}

function ownerRoutes(server: Server, { db, clock, ...maker }: Dependencies): void {
  serve(server, contract.makeShare, async ({ actor, params, body }) => {
    const by = { ...(await orderToRead(db, actor, params.reference)), at: clock.now() }
    const { expiresAt, ...made } = await makeShare(db, maker, by, body)
    return { data: { ...made, expiresAt: expiresAt.toISOString() } }
  })
  serve(server, contract.listShares, async ({ actor, params }) => {
    const by = { ...(await orderToRead(db, actor, params.reference)), at: clock.now() }
    return { data: await listShares(db, maker, by) }
  })
  serve(server, contract.revokeShare, async ({ actor, params }) => {
    const by = { ...(await orderToRead(db, actor, params.reference)), at: clock.now() }
    await db.transaction().execute((tx) => revokeShare(tx, by, params.share))
    return { data: {} }
  })
}

type SharedCall = {
  readonly params: { readonly token: string; readonly report: string }
  readonly body: { readonly passcode: string }
  readonly agent: string
}

/** For readers with a link, who need no account. */
function readerRoutes(server: Server, { db, clock, secret, files }: Dependencies): void {
  serve(server, contract.readShare, async ({ params }) => {
    const share = await shareToOpen(db, params.token, clock.now())
    return { data: { expiresAt: share.expires_at.toISOString() } }
  })
  serve(server, contract.openShare, async ({ params, body, agent }) => {
    const given = { token: params.token, ...body, device: deviceOf(agent), at: clock.now() }
    const { share, order, results, withdrawn, files } = await openShare({ db, secret }, given)
    const testIds = results.map(({ report }) => report.test_id)
    const [lab, sensitive] = await Promise.all([
      labById(db, order.lab_id),
      sensitiveAmong(db, order, testIds),
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
  const download =
    (which: ReportFile) =>
    async ({ params, body, agent }: SharedCall) => {
      const given = { token: params.token, ...body, device: deviceOf(agent), at: clock.now() }
      return await openSharedFile({ db, secret, files }, given, params.report, which)
    }
  serve(server, contract.downloadShared, download('report'))
  serve(server, contract.downloadSharedAttachment, download('lab-report'))
}
