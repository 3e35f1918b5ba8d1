import type { InboxItem, NeedsAction, OwnResults, ToAcknowledge } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Messenger } from '../../../infra/mail/messenger.ts'
import { addJob } from '../../../infra/queue/jobs.ts'
import { accountById } from '../../accounts/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import { ordersThatNeedAction } from '../break-glass/break-glass.ts'
import { type InForce, shareLockForDoctor, type TakenBack } from '../released.ts'
import * as repository from './repository.ts'

/**
 * Records that a doctor has acknowledged results of an order that they booked, or the withdrawal of a result. Throws
 * DomainError `result_changed` if a version is not the one they saw or they have not read it, and `consent_needed`. Calling
 * it again has no effect.
 */
export async function acknowledge(
  tx: Tx,
  order: OrderRow,
  seen: readonly ToAcknowledge[],
  by: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  const found = await shareLockForDoctor(tx, order, by.accountId, by.at)
  if (!found) throw new DomainError('consent_needed')
  const wanted = new Set(
    seen.map(({ report, version, withdrawn = false }) => `${report} ${version} ${withdrawn}`),
  )
  const versions = versionsIn(found.released, found.withdrawn).filter(({ report_id, number, withdrawn }) =>
    wanted.has(`${report_id} ${number} ${withdrawn}`),
  )
  const read = await repository.doneBy(tx, by.accountId, versions)
  if (read.length < wanted.size) throw new DomainError('result_changed')
  await repository.insertAcknowledged(tx, order.id, versions, by)
}

function versionsIn(released: readonly InForce[], withdrawn: readonly TakenBack[]): repository.Version[] {
  const versionOf = ({ version: { report_id, number } }: TakenBack) => ({ report_id, number })
  return [
    ...released.map((one) => ({ ...versionOf(one), withdrawn: false })),
    ...withdrawn.map((one) => ({ ...versionOf(one), withdrawn: true })),
  ]
}

type Read = { readonly shown: readonly InForce[]; readonly withdrawn: readonly TakenBack[] }

/**
 * The results that a doctor has read and not acknowledged, and the time of their last acknowledgement if all are. A result
 * withdrawn before they read it needs none. `results` is null for readers who acknowledge nothing.
 */
export async function acknowledgementOf(
  db: Db,
  results: Read | null,
  accountId: number,
): Promise<Pick<OwnResults, 'toAcknowledge' | 'acknowledgedAt'>> {
  const versions = results ? versionsIn(results.shown, results.withdrawn) : []
  const done = await repository.doneBy(db, accountId, versions)
  const open = done.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  const times = done.flatMap(({ acknowledgedAt }) => acknowledgedAt?.getTime() ?? [])
  return {
    toAcknowledge: open.map(({ report_id, number, withdrawn }) => ({
      ...{ report: report_id, version: number },
      ...(withdrawn && { withdrawn }),
    })),
    acknowledgedAt: open.length > 0 || times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
  }
}

const pageLength = 20

/**
 * A page of the orders with results for a doctor, after a cursor; with the first page, the orders with a result that needs
 * action now and that the doctor may open by break-glass. Throws DomainError `invalid` for a malformed cursor.
 */
export async function readInbox(
  deps: { readonly db: Db; readonly clock: Clock; readonly messenger: Pick<Messenger, 'offers'> },
  doctorId: number,
  cursor: string | undefined,
): Promise<{ items: InboxItem[]; next: string | null; needsAction: NeedsAction[] }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  if (cursor !== undefined && !after)
    throw new DomainError('invalid', { fields: { after: 'not a valid cursor' } })
  const { db, clock } = deps
  const now = clock.now()
  const found = await repository.inboxOf(db, doctorId, { now, after, limit: pageLength + 1 })
  const page = found.slice(0, pageLength)
  const last = page.at(-1)
  const doctor = after === null ? await accountById(db, doctorId) : null
  return {
    items: page.map(presentItem),
    next: found.length > pageLength && last ? cursorOf(last) : null,
    needsAction: doctor ? await ordersThatNeedAction(deps, doctor) : [],
  }
}

/** An order of the inbox, as the doctor sees it before opening it. */
function presentItem(row: repository.InboxRow): InboxItem {
  return {
    ...{ reference: row.reference, patientName: row.patient_name, lab: row.lab_name, tests: row.tests },
    ...{ withdrawn: row.withdrawn, keptPrivate: row.kept, critical: row.critical },
    ...{ takenBack: row.taken_back, unread: row.unread, corrected: row.corrected },
    ...{ acknowledged: row.acknowledged, releasedAt: row.released_at.toISOString() },
  }
}

/** The cursor after which the next page begins. */
function cursorOf({ rank, released_at, reference }: repository.InboxRow): string {
  return `${rank}.${released_at.getTime()}.${reference}`
}

/** Parses a cursor; null if it is malformed. */
function readCursor(cursor: string): repository.After | null {
  const [, rank = '', at = '', reference = ''] =
    cursor.match(/^([0-3])\.(\d{1,14})\.(LB-[0-9A-Z-]{1,30})$/) ?? []
  return rank === '' ? null : { rank: Number(rank), at: new Date(Number(at)), reference }
}

const hour = 60 * 60 * 1000

/** How long after its release an unacknowledged critical result causes a mail, in milliseconds. */
const remindedAfter = 2 * hour
/** Older results cause no mail, in milliseconds. */
const remindedWithin = 30 * 24 * hour

/**
 * Queues a mail to each doctor who has not acknowledged a critical result that they could read for two hours. Each result
 * causes one mail, even if several workers run this; several results of one doctor share a mail.
 */
export async function remindOfCriticalResults({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - remindedAfter)
  const since = new Date(now.getTime() - remindedWithin)
  await db.transaction().execute(async (tx) => {
    for (const accountId of await repository.takeUnacknowledged(tx, { now, before, since }))
      await addJob(tx, 'mail-doctor-waits', {
        accountId,
        noticeKey: `critical:${accountId}:${now.toISOString()}`,
      })
  })
}
