import { downloadAttachment, downloadReport, listReaders, readResults } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { labById } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import type { Secret } from '../../platform/secret.ts'
import { sensitiveAmong } from '../analyte/rows.ts'
import { countReading } from './pace.ts'
import { presentReader, presentResult, presentWithdrawn } from './present.ts'
import { openAttachment, openSheet, orderToRead, readReleased } from './readings.ts'
import { readersOf } from './rows.ts'

type Needs = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** The patient's own results, and each as a PDF. What is somebody else's is not found. */
export function readingRoutes(server: Server, { db, clock, secret }: Needs): void {
  serve(server, readResults, async ({ viewer, params }) => {
    const order = await orderToRead(db, viewer, params.reference)
    await countReading(db, secret, order, viewer.accountId, clock.now())
    const { released, withdrawn, waiting } = await readReleased(db, order, viewer.accountId, clock.now())
    const [lab, sensitive] = await Promise.all([
      labById(db, order.lab_id),
      sensitiveAmong(
        db,
        released.map(({ report }) => report.test_id),
      ),
    ])
    return {
      data: {
        ...{ reference: order.reference, patientName: order.patient_name, lab: order.lab_name },
        ...{ labPhone: lab?.phone ?? '', location: order.location_name },
        results: released.map((one) => presentResult(one, secret, sensitive)),
        withdrawn: withdrawn.map(presentWithdrawn),
        waiting: waiting.map(({ test_name }) => test_name),
        sampleData: order.demo,
      },
    }
  })
  serve(server, downloadReport, async ({ viewer, params }) => {
    const order = await orderToRead(db, viewer, params.reference)
    await countReading(db, secret, order, viewer.accountId, clock.now())
    const saving = { order, reportId: params.report, accountId: viewer.accountId, at: clock.now() }
    return { name: `report-${order.reference}.pdf`, file: await openSheet(db, saving) }
  })
  serve(server, downloadAttachment, async ({ viewer, params }) => {
    const order = await orderToRead(db, viewer, params.reference)
    await countReading(db, secret, order, viewer.accountId, clock.now())
    const saving = { order, reportId: params.report, accountId: viewer.accountId, at: clock.now() }
    return { name: `lab-report-${order.reference}.pdf`, ...(await openAttachment(db, saving)) }
  })
  serve(server, listReaders, async ({ viewer, params }) => {
    const order = await orderToRead(db, viewer, params.reference)
    const readers = await readersOf(db, order.id)
    return { data: readers.map((reader) => presentReader(reader, order, viewer.accountId)) }
  })
}
