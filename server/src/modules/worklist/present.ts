import {
  formatPhone,
  type LabOrder,
  type LabSpecimen,
  type VisitPhoto,
  type WorklistItem,
} from '@labalaba/contract'
import { firstName } from '../../infra/first-name.ts'
import type { LineRow, OrderRow } from '../orders/index.ts'
import type { ReadyTest, SpecimenRow } from '../specimens/index.ts'
import { isAgain, isReported, stageOf } from './policy.ts'
import type { Work } from './repository.ts'

/** How many results of an order wait for each step. */
export type WaitingResults = NonNullable<WorklistItem['results']>

/** An order in the worklist. One in the lab shows what its results wait for, if any report has been started. */
export function presentWork(work: Work, waiting?: WaitingResults): WorklistItem {
  return {
    reference: work.reference,
    state: work.state,
    stage: stageOf(work.state, work.again),
    patientName: work.patient_name,
    gender: work.patient_gender,
    bornOn: work.patient_born_on,
    mode: work.mode,
    location: work.location_name,
    collectionDate: work.collection_on,
    collectionTime: work.collection_time,
    testCount: work.test_count,
    checkedInAt: work.checked_in_at?.toISOString() ?? null,
    samples: { expected: work.expected, collected: work.collected, received: work.received },
    handover: work.collected > 0 ? work.handover : null,
    results:
      work.state === 'lab_processing'
        ? (waiting ?? { toEnter: work.test_count, toVerify: 0, toRelease: 0 })
        : null,
    since: work.since.toISOString(),
    sampleData: work.demo,
  }
}

/**
 * An order as the lab's staff work on it. `names` are those of the accounts that handled its specimens, `tests` the names
 * of its tests, and `out` the tests whose result is out.
 */
export function presentLabOrder(
  order: OrderRow,
  lines: readonly LineRow[],
  specimens: readonly SpecimenRow[],
  known: {
    readonly names: ReadonlyMap<number, string>
    readonly tests: ReadonlyMap<number, string>
    readonly nothingTaken: boolean
    readonly out: readonly ReadyTest[]
    readonly photos: VisitPhoto[]
    readonly may: LabOrder['may']
  },
): LabOrder {
  return {
    reference: order.reference,
    state: order.state,
    stage: stageOf(order.state, isAgain(specimens)),
    mode: order.mode,
    place: { address: order.location_address, name: order.location_name },
    collectionDate: order.collection_on,
    collectionTime: order.collection_time,
    patient: {
      name: order.patient_name,
      gender: order.patient_gender,
      bornOn: order.patient_born_on,
      phone: formatPhone(order.patient_phone),
    },
    tests: lines.map((line) => ({
      name: line.name,
      includes: line.includes,
      fastingHours: line.fasting_hours,
      preparation: line.preparation,
    })),
    specimens: specimens.map((one) => presentSpecimen(one, specimens, known)),
    checkedInAt: specimens[0]?.expected_at.toISOString() ?? null,
    nothingTaken: known.nothingTaken,
    sampleData: order.demo,
    photos: known.photos,
    may: known.may,
  }
}

function presentSpecimen(
  one: SpecimenRow,
  all: readonly SpecimenRow[],
  known: {
    readonly names: ReadonlyMap<number, string>
    readonly tests: ReadonlyMap<number, string>
    readonly out: readonly ReadyTest[]
  },
): LabSpecimen {
  const nameOf = (accountId: number | null) =>
    accountId === null ? null : firstName(known.names.get(accountId) ?? '')
  return {
    accession: one.accession,
    specimen: one.specimen,
    container: one.container,
    state: one.state,
    tests: [...new Set(one.tests.map(({ testId }) => known.tests.get(testId) ?? ''))],
    replaces: all.find(({ id }) => id === one.replaces)?.accession ?? null,
    collectedAt: one.collected_at?.toISOString() ?? null,
    collectedBy: nameOf(one.collected_by),
    receivedAt: one.received_at?.toISOString() ?? null,
    receivedBy: nameOf(one.received_by),
    rejectedAt: one.rejected_at?.toISOString() ?? null,
    rejectedBy: nameOf(one.rejected_by),
    rejectedReason: one.rejected_reason,
    rejectedNote: one.rejected_note,
    untaken: one.untaken && { reason: one.untaken.reason, note: one.untaken.note, at: isoOf(one.untaken.at) },
    isReported: isReported(one, known.out),
  }
}

/** Formats a time as our API does; the database formats times in JSON differently. */
function isoOf(at: string): string {
  return new Date(at).toISOString()
}
