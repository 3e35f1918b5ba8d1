import { formatPhone, type LabOrder, type LabSpecimen, type WorklistItem } from '@labalaba/contract'
import { firstName } from '../../infra/first-name.ts'
import type { LineRow, OrderRow } from '../orders/index.ts'
import { isOutstanding, type ReadyTest, type SpecimenRow } from '../specimens/index.ts'
import { isReported, stageOf } from './policy.ts'
import type { Work } from './repository.ts'

/** How many results of an order wait for each step. */
type WaitingResults = NonNullable<WorklistItem['results']>

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
    isUrgent: work.is_urgent,
    unverifiedCritical: work.unverified_critical,
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

type OrderFacts = {
  /** The names of the accounts that handled its specimens. */
  readonly names: ReadonlyMap<number, string>
  /** The names of its tests. */
  readonly tests: ReadonlyMap<number, string>
  /** The tests whose result is out. */
  readonly out: readonly ReadyTest[]
} & Pick<
  LabOrder,
  'clinical' | 'requestedBy' | 'needsCounselling' | 'asks' | 'nothingTaken' | 'photos' | 'may'
>

/** An order as the lab's staff work on it. */
export function presentLabOrder(
  order: OrderRow,
  lines: readonly LineRow[],
  specimens: readonly SpecimenRow[],
  facts: OrderFacts,
): LabOrder {
  return {
    reference: order.reference,
    state: order.state,
    stage: stageOf(order.state, specimens.some(isOutstanding)),
    mode: order.mode,
    place: { address: order.location_address, name: order.location_name },
    collectionDate: order.collection_on,
    collectionTime: order.collection_time,
    patient: {
      name: order.patient_name,
      gender: order.patient_gender,
      despiteSex: order.despite_sex,
      bornOn: order.patient_born_on,
      phone: formatPhone(order.patient_phone),
    },
    ...{
      clinical: facts.clinical,
      requestedBy: facts.requestedBy,
      needsCounselling: facts.needsCounselling,
      asks: facts.asks,
    },
    tests: lines.map((line) => ({
      name: line.name,
      includes: line.includes,
      fastingHours: line.fasting_hours,
      preparation: line.preparation,
    })),
    specimens: specimens.map((one) => presentSpecimen(one, specimens, facts)),
    checkedInAt: specimens[0]?.expected_at.toISOString() ?? null,
    sampleData: order.demo,
    nothingTaken: facts.nothingTaken,
    photos: facts.photos,
    may: facts.may,
  }
}

function presentSpecimen(
  one: SpecimenRow,
  all: readonly SpecimenRow[],
  { names, tests, out }: OrderFacts,
): LabSpecimen {
  const nameOf = (accountId: number | null) =>
    accountId === null ? null : firstName(names.get(accountId) ?? '')
  const { untaken } = one
  return {
    accession: one.accession,
    specimen: one.specimen,
    container: one.container,
    state: one.state,
    tests: [...new Set(one.tests.map(({ testId }) => tests.get(testId) ?? ''))],
    replaces: all.find(({ id }) => id === one.replaces)?.accession ?? null,
    collectedAt: one.collected_at?.toISOString() ?? null,
    collectedBy: nameOf(one.collected_by),
    receivedAt: one.received_at?.toISOString() ?? null,
    receivedBy: nameOf(one.received_by),
    rejectedAt: one.rejected_at?.toISOString() ?? null,
    rejectedBy: nameOf(one.rejected_by),
    rejectedReason: one.rejected_reason,
    rejectedNote: one.rejected_note,
    // The database formats times in JSON in another way than our API.
    untaken: untaken && {
      reason: untaken.reason,
      note: untaken.note,
      at: new Date(untaken.at).toISOString(),
    },
    isReported: isReported(one, out),
  }
}
