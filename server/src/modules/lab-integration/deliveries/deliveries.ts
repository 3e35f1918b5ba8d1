import type { DeliveryProblem } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { FhirRefusal, outcomeOf, type Trouble } from '../../../infra/http/fhir-door.ts'
import { type SystemRow, touchSystem } from '../../labs/index.ts'
import { lockOrder } from '../../orders/index.ts'
import { specimenLabelled } from '../../specimens/index.ts'
import { fillIn, findSample, fit } from './placing.ts'
import type { Delivered, ReadDelivery } from './read-bundle.ts'
import * as repository from './repository.ts'

/**
 * Takes a delivery of a system: fills in the reports of samples that are in the lab, and stores what cannot be matched for
 * a person. Returns an OperationOutcome. Sending the same bundle again has no effect and returns the same outcome. Throws
 * DomainError `invalid_token` if the key was revoked meanwhile, and 409 if another bundle had this identifier.
 */
export async function takeDelivery(
  tx: Tx,
  system: SystemRow,
  { identifierHash, contentHash, reports }: ReadDelivery,
  at: Date,
): Promise<string> {
  if (!(await touchSystem(tx, system.id, at))) throw new DomainError('invalid_token')
  await repository.holdIdentifier(tx, system.lab_id, identifierHash)
  const before = await repository.deliveryNamed(tx, system.lab_id, identifierHash)
  if (before && !before.content_hash.equals(contentHash))
    throw new FhirRefusal(409, {
      ...{ code: 'duplicate', at: 'Bundle.identifier' },
      say: 'Another Bundle had this identifier. If a Bundle has other content, give it its own identifier.',
    })
  if (before) return before.answer
  await lockOrdersOf(tx, system.lab_id, reports)
  const placed: { problem: DeliveryProblem | null; delivered: Delivered; say: Trouble }[] = []
  for (const [index, delivered] of reports.entries()) {
    const { problem, unplaced } = await place(tx, system, delivered, at)
    placed.push({ problem, delivered, say: outcomeOfReport(index, problem, unplaced) })
  }
  const answer = JSON.stringify(outcomeOf(placed.map(({ say }) => say)))
  const deliveryId = await repository.insertDelivery(tx, {
    ...{ lab_id: system.lab_id, system_id: system.id, answer, at },
    ...{ identifier_hash: identifierHash, content_hash: contentHash },
  })
  await repository.insertDelivered(tx, deliveryId, placed)
  return answer
}

/** Locks in ascending id, so that two deliveries never deadlock. */
async function lockOrdersOf(tx: Tx, labId: number, reports: readonly Delivered[]): Promise<void> {
  const ids = new Set<number>()
  for (const accession of new Set(reports.flatMap(({ accessions }) => accessions))) {
    const labelled = await specimenLabelled(tx, labId, accession)
    if (labelled) ids.add(labelled.order_id)
  }
  for (const id of [...ids].toSorted((one, other) => one - other)) await lockOrder(tx, id)
}

/** Fills in a report only if all its values fit a line. Returns why it waits, and the numbers of the values without one. */
async function place(tx: Tx, system: SystemRow, delivered: Delivered, at: Date) {
  const unmatched = (problem: DeliveryProblem, unplaced: readonly number[] = []) => ({ problem, unplaced })
  const [accession, another] = delivered.accessions
  if (accession === undefined) return unmatched('no_accession')
  if (another !== undefined) return unmatched('several_samples')
  const found = await findSample(tx, system.lab_id, accession)
  if (!found) return unmatched('unknown_accession')
  const seen = await fit(tx, found, delivered, at)
  if (seen.problem !== null && seen.problem !== 'values') return unmatched(seen.problem)
  if (seen.patientDiffers) return unmatched('patient_differs')
  const unplaced = seen.matches.flatMap(({ line }, index) => (line === null ? [index + 1] : []))
  if (seen.problem !== null || unplaced.length > 0) return unmatched('values', unplaced)
  await fillIn(tx, seen, { system, placedBy: null, at })
  return { problem: null, unplaced: [] }
}

/** Why a report waits, for the operators of the system. It does not reveal whose sample it is. */
const why: Readonly<Record<DeliveryProblem, readonly [code: string, say: string]>> = {
  no_accession: ['required', 'it does not name a Labalaba sample number'],
  several_samples: ['multiple-matches', 'it names several samples'],
  unknown_accession: ['not-found', 'this lab has no sample with that number'],
  not_received: ['business-rule', 'that sample is not in the lab yet'],
  rejected: ['business-rule', 'that sample was rejected'],
  order_over: ['business-rule', 'the order of that sample was cancelled'],
  patient_differs: ['conflict', 'the sex or the day of birth is not that of the order'],
  values: [
    'code-invalid',
    'a value has no line on the sheet of that sample, another unit, or too long a note',
  ],
  already_entered: ['conflict', 'some of its values are already entered'],
  result_out: ['conflict', 'the result is already verified or released'],
}

function outcomeOfReport(
  index: number,
  problem: DeliveryProblem | null,
  unplaced: readonly number[],
): Trouble {
  const nth = `Report ${index + 1}`
  if (problem === null)
    return { severity: 'information', code: 'informational', say: `${nth} is filled in. A person checks it.` }
  const [code, say] = why[problem]
  const which = unplaced.length > 0 ? ` (value ${unplaced.join(', ')})` : ''
  return { severity: 'warning', code, say: `${nth} waits for a person at the lab: ${say}${which}.` }
}
