import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import type { Files } from '../../infra/files/store/files.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type Actor, type Server, serve } from '../../infra/http/http.ts'
import type { Messenger } from '../../infra/mail/messenger.ts'
import { accountById, doctorNameOf } from '../accounts/index.ts'
import { labById } from '../labs/index.ts'
import { ownOrder } from '../orders/index.ts'
import { breakGlass, breakGlassStatus } from './break-glass/break-glass.ts'
import { openingsOf } from './break-glass/repository.ts'
import { checkReport } from './check-report.ts'
import { consentRoutes } from './consents/routes.ts'
import { acknowledge, acknowledgementOf, readInbox } from './inbox/inbox.ts'
import { countAtPace, countReading } from './pace.ts'
import { bookedPatients } from './patients/patients.ts'
import { sharesSeenBy } from './policy.ts'
import { presentReader, presentResult, presentWithdrawn } from './present.ts'
import { showPatient } from './proof.ts'
import {
  openFile,
  orderOfReader,
  orderToRead,
  orderToReadAs,
  type ReportFile,
  readReleased,
} from './read-results.ts'
import { readersOf } from './repository.ts'
import { shareRoutes } from './sharing/routes.ts'
import { readPeople, readTrendsOf } from './trends/trends.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly files: Files
  readonly publicUrl: string
  readonly messenger: Pick<Messenger, 'offers'>
}

/** Reading results: by patients and their doctors, by consent, by a link for another reader, and the check of a report. */
export function resultAccessRoutes(server: Server, deps: Dependencies): void {
  readingRoutes(server, deps)
  trendRoutes(server, deps)
  doctorRoutes(server, deps)
  shareRoutes(server, deps)
  consentRoutes(server, deps)
  serve(server, contract.checkReport, async ({ params, address }) => ({
    data: await checkReport(deps, params.code, address),
  }))
}

/**
 * Results, and each as a PDF: for the patient, and for a doctor with the patient's consent. Other people's are `not_found`.
 */
function readingRoutes(server: Server, { db, clock, secret, files }: Dependencies): void {
  serve(server, contract.readResults, async ({ actor, params }) => {
    const toRead = await orderToReadAs(db, actor, params.reference)
    const { order } = toRead
    await countReading(db, secret, order, actor.accountId, clock.now())
    const isDoctor = toRead.reads === 'doctor'
    const found = await readReleased(db, toRead, clock.now())
    const { shown, withheld, withdrawn, sensitive, waiting, kept, openUntil } = found
    const [lab, account, acknowledgement] = await Promise.all([
      labById(db, order.lab_id),
      accountById(db, actor.accountId),
      acknowledgementOf(db, isDoctor ? found : null, actor.accountId),
    ])
    const isOwnEmail = account?.email.toLowerCase() === order.patient_email?.toLowerCase()
    return {
      data: {
        readBy: isDoctor ? ('doctor' as const) : ('patient' as const),
        ...{ reference: order.reference, keptPrivate: kept },
        breakGlassUntil: openUntil?.toISOString() ?? null,
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
  serve(server, contract.provePatient, async ({ actor, params, body }) => {
    const { order, isOwn } = await orderOfReader(db, actor, params.reference)
    const given = { accountId: actor.accountId, answer: body.answer, bornOn: body.bornOn, at: clock.now() }
    if (!isOwn) await showPatient(db, secret, order, given)
    return { data: {} }
  })
  const download =
    (which: ReportFile) =>
    async ({ actor, params }: { actor: Actor; params: { reference: string; report: string } }) => {
      const toRead = await orderToReadAs(db, actor, params.reference)
      await countReading(db, secret, toRead.order, actor.accountId, clock.now())
      return await openFile({ db, files }, toRead, params.report, which, clock.now())
    }
  serve(server, contract.downloadReport, download('report'))
  serve(server, contract.downloadAttachment, download('lab-report'))
  serve(server, contract.listReaders, async ({ actor, params }) => {
    const toRead = await orderToRead(db, actor, params.reference)
    const { order } = toRead
    const [readers, openings, doctor] = await Promise.all([
      readersOf(db, order.id, sharesSeenBy(toRead, clock.now())),
      openingsOf(db, order.id, order.account_id),
      doctorNameOf(db, order.account_id),
    ])
    const glass = { doctor, openings }
    return { data: readers.map((reader) => presentReader(reader, order, actor.accountId, glass)) }
  })
}

/** A patient's own results over time. Other people's are `not_found`. */
function trendRoutes(server: Server, { db, clock, secret }: Dependencies): void {
  const countLook = async (accountId: number) =>
    await db.transaction().execute((tx) => countAtPace(tx, secret, 'look', String(accountId), clock.now()))
  serve(server, contract.readTrends, async ({ actor, params }) => {
    const { order } = await orderToRead(db, actor, params.reference)
    await countLook(actor.accountId)
    const series = await readTrendsOf(db, { actor, at: clock.now() }, order)
    return { data: { bornOn: order.patient_born_on, series } }
  })
  serve(server, contract.readOwnPeople, async ({ actor }) => {
    await countLook(actor.accountId)
    return { data: { people: await readPeople(db, { actor, at: clock.now() }) } }
  })
}

/** The people for whom a doctor books, the results that wait for the doctor, break-glass, and acknowledgements. */
function doctorRoutes(server: Server, { db, clock, secret, messenger }: Dependencies): void {
  serve(server, contract.listPatients, async ({ actor, body }) => ({
    data: await bookedPatients(db, actor.accountId, body, clock.now()),
  }))
  serve(server, contract.listInbox, async ({ actor, query }) => ({
    data: await readInbox({ db, clock, messenger }, actor.accountId, query.after),
  }))
  serve(server, contract.readBreakGlass, async ({ actor, params }) => {
    const toRead = await orderToReadAs(db, actor, params.reference)
    return { data: await breakGlassStatus({ db, clock, messenger }, toRead) }
  })
  serve(server, contract.breakGlass, async ({ actor, params, body }) => {
    const toRead = await orderToReadAs(db, actor, params.reference)
    const until = await breakGlass({ db, clock, secret, messenger }, toRead, body)
    return { data: { until: until.toISOString() } }
  })
  serve(server, contract.acknowledgeResults, async ({ actor, params, body }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    const by = { accountId: actor.accountId, at: clock.now() }
    await db.transaction().execute((tx) => acknowledge(tx, order, body.seen, by))
    return { data: { at: by.at.toISOString() } }
  })
}
