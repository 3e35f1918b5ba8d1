import {
  downloadAttachment,
  downloadReport,
  listReaders,
  provePatient,
  readResults,
} from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import { accountById } from '../accounts/index.ts'
import { labById } from '../labs/index.ts'
import { acknowledgementOf } from './inbox/acknowledged.ts'
import { countReading } from './pace.ts'
import { sharesSeenBy } from './policy.ts'
import { presentReader, presentResult, presentWithdrawn } from './present.ts'
import { showPatient } from './proof.ts'
import {
  openAttachment,
  openSheet,
  orderOfReader,
  orderToRead,
  orderToReadAs,
  readReleased,
} from './readings.ts'
import { readersOf } from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/**
 * Results, and each as a PDF: for the patient, and for a doctor with the patient's consent. Other people's are `not_found`.
 */
export function readingRoutes(server: Server, { db, clock, secret }: Dependencies): void {
  serve(server, readResults, async ({ actor, params }) => {
    const toRead = await orderToReadAs(db, actor, params.reference)
    const { order } = toRead
    await countReading(db, secret, order, actor.accountId, clock.now())
    const isDoctor = toRead.reads === 'doctor'
    const found = await readReleased(db, toRead, clock.now())
    const { shown, withheld, withdrawn, sensitive, waiting, kept } = found
    const [lab, account, acknowledgement] = await Promise.all([
      labById(db, order.lab_id),
      accountById(db, actor.accountId),
      acknowledgementOf(db, isDoctor ? found : null, actor.accountId),
    ])
    const isOwnEmail = account?.email.toLowerCase() === order.patient_email.toLowerCase()
    return {
      data: {
        ...{
          reference: order.reference,
          readBy: isDoctor ? ('doctor' as const) : ('patient' as const),
          keptPrivate: kept,
        },
        ...{ patientName: order.patient_name, gender: order.patient_gender },
        ...{ bornOn: order.patient_born_on, lab: order.lab_name },
        ...{ labPhone: lab?.phone ?? '', location: order.location_name },
        results: shown.map((one) => presentResult(one, secret, sensitive)),
        withdrawn: withdrawn.map(presentWithdrawn),
        waiting: waiting.map(({ test_name }) => test_name),
        ...{ withheld, patientEmail: isOwnEmail ? null : order.patient_email },
        ...acknowledgement,
        sampleData: order.demo,
      },
    }
  })
  serve(server, provePatient, async ({ actor, params, body }) => {
    const { order, isOwn } = await orderOfReader(db, actor, params.reference)
    const given = { accountId: actor.accountId, answer: body.answer, bornOn: body.bornOn, at: clock.now() }
    if (!isOwn) await showPatient(db, secret, order, given)
    return { data: {} }
  })
  serve(server, downloadReport, async ({ actor, params }) => {
    const toRead = await orderToReadAs(db, actor, params.reference)
    await countReading(db, secret, toRead.order, actor.accountId, clock.now())
    const saving = { toRead, reportId: params.report, at: clock.now() }
    return { name: `report-${toRead.order.reference}.pdf`, file: await openSheet(db, saving) }
  })
  serve(server, downloadAttachment, async ({ actor, params }) => {
    const toRead = await orderToReadAs(db, actor, params.reference)
    await countReading(db, secret, toRead.order, actor.accountId, clock.now())
    const saving = { toRead, reportId: params.report, at: clock.now() }
    return { name: `lab-report-${toRead.order.reference}.pdf`, ...(await openAttachment(db, saving)) }
  })
  serve(server, listReaders, async ({ actor, params }) => {
    const toRead = await orderToRead(db, actor, params.reference)
    const readers = await readersOf(db, toRead.order.id, sharesSeenBy(toRead, clock.now()))
    return { data: readers.map((reader) => presentReader(reader, toRead.order, actor.accountId)) }
  })
}
