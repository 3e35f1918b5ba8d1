import { downloadReport, listReaders, readResults } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { labById } from '../../lab/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import type { Secret } from '../../platform/secret.ts'
import { sensitiveAmong } from '../analyte/rows.ts'
import { acknowledgedWhole } from '../inbox/acknowledged.ts'
import { countReading } from './pace.ts'
import { presentReader, presentResult } from './present.ts'
import { openSheet, orderToRead, orderToReadAs, readReleased } from './readings.ts'
import { readersOf } from './rows.ts'

type Needs = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** Results, and each as a PDF: the patient's own, and a doctor's whose patient agrees. What is somebody else's is not found. */
export function readingRoutes(server: Server, { db, clock, secret }: Needs): void {
  serve(server, readResults, async ({ viewer, params }) => {
    const { order, by } = await orderToReadAs(db, viewer, params.reference)
    await countReading(db, secret, order, viewer.accountId, clock.now())
    const { released, waiting, kept } = await readReleased(db, { order, by, at: clock.now() })
    const [lab, sensitive, acknowledgedAt] = await Promise.all([
      labById(db, order.lab_id),
      sensitiveAmong(
        db,
        released.map(({ report }) => report.test_id),
      ),
      by.as === 'doctor' ? acknowledgedWhole(db, released, viewer.accountId) : null,
    ])
    return {
      data: {
        ...{ reference: order.reference, readBy: by.as, keptPrivate: kept },
        ...{ patientName: order.patient_name, lab: order.lab_name },
        ...{ labPhone: lab?.phone ?? '', location: order.location_name },
        results: released.map((one) => presentResult(one, secret, sensitive)),
        waiting: waiting.map(({ test_name }) => test_name),
        acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
        sampleData: order.demo,
      },
    }
  })
  serve(server, downloadReport, async ({ viewer, params }) => {
    const { order, by } = await orderToReadAs(db, viewer, params.reference)
    await countReading(db, secret, order, viewer.accountId, clock.now())
    const file = await openSheet(db, { order, by, at: clock.now() }, params.report)
    return { name: `report-${order.reference}.pdf`, file }
  })
  serve(server, listReaders, async ({ viewer, params }) => {
    const order = await orderToRead(db, viewer, params.reference)
    const readers = await readersOf(db, order.id)
    return { data: readers.map((reader) => presentReader(reader, order, viewer.accountId)) }
  })
}
