import { downloadReport, type OwnResult, readResults } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { labById } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import type { Secret } from '../../platform/secret.ts'
import { codeOf } from '../check/code.ts'
import { presentValue } from '../report/present.ts'
import { type InForce, openSheet, orderToRead, readReleased } from './readings.ts'

type Needs = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** The patient's own results, and each as a PDF. What is somebody else's is not found. */
export function readingRoutes(server: Server, { db, clock, secret }: Needs): void {
  serve(server, readResults, async ({ viewer, params }) => {
    const order = await orderToRead(db, viewer, params.reference)
    const { released, waiting } = await readReleased(db, order, viewer.accountId, clock.now())
    const lab = await labById(db, order.lab_id)
    return {
      data: {
        ...{ reference: order.reference, patientName: order.patient_name, lab: order.lab_name },
        ...{ labPhone: lab?.phone ?? '', location: order.location_name },
        results: released.map((one) => presentResult(one, secret)),
        waiting: waiting.map(({ test_name }) => test_name),
        sampleData: order.demo,
      },
    }
  })
  serve(server, downloadReport, async ({ viewer, params }) => {
    const order = await orderToRead(db, viewer, params.reference)
    const file = await openSheet(db, order, params.report, viewer.accountId, clock.now())
    return { name: `report-${order.reference}.pdf`, file }
  })
}

function presentResult({ report, version, values }: InForce, secret: Secret): OwnResult {
  return {
    id: report.id,
    test: report.test_name,
    partOf: report.line_name === report.test_name ? null : report.line_name,
    releasedAt: (version.released_at ?? version.entered_at).toISOString(),
    correction: version.correction,
    counselledBy: version.counselled_by,
    values: values.map(presentValue),
    code: codeOf(secret, report.id, version.number),
  }
}
