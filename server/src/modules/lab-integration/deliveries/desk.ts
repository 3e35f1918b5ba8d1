import type { DeliveredValue, OpenedReport, Placing, WaitingReport } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { writeDown } from '../../audit/index.ts'
import { requireDuty, worksAt } from '../../labs/index.ts'
import type { ByMember } from '../../results/index.ts'
import type { Matched } from './matching.ts'
import { type Fit, fillIn, findSample, fit } from './placing.ts'
import type { Value } from './read-bundle.ts'
import type { WaitingRow } from './repository.ts'
import * as repository from './repository.ts'

/**
 * An unmatched result that the scientist may place, locked until the transaction ends. Throws DomainError `not_your_duty`
 * and `not_found`.
 */
async function hold(tx: Tx, { member }: ByMember, id: string): Promise<repository.WaitingRow> {
  requireDuty(member, 'scientist')
  const waiting = await repository.holdWaiting(tx, member, id)
  if (!waiting) throw new DomainError('not_found')
  return waiting
}

/** Opens an unmatched result. The opening is recorded first. */
export async function openWaiting(tx: Tx, by: ByMember, id: string): Promise<OpenedReport> {
  const waiting = await hold(tx, by, id)
  await repository.writeEvent(tx, id, { verb: 'open' }, by)
  return presentOpened(waiting)
}

/**
 * Compares it with a sample at the scientist's locations. They see whose sample it is, which is recorded. Throws
 * `unknown_sample`.
 */
async function compare(tx: Tx, by: ByMember, id: string, accession: string) {
  const waiting = await hold(tx, by, id)
  const found = await findSample(tx, by.member.lab_id, accession)
  if (!found || !worksAt(by.member, found.order)) throw new DomainError('unknown_sample')
  const seen = { order_id: found.order.id, role: 'lab', account_id: by.accountId } as const
  await writeDown(tx, [{ ...seen, what: 'order_seen', at: by.at }])
  return { waiting, fitted: await fit(tx, found, waiting.content, by.at) }
}

/** Which lines of a sample's reports the values of an unmatched result fit. Throws DomainError `unknown_sample`. */
export async function previewPlacing(tx: Tx, by: ByMember, id: string, accession: string): Promise<Placing> {
  const { waiting, fitted } = await compare(tx, by, id, accession)
  return presentFit(waiting, fitted)
}

/**
 * Fills in the values of an unmatched result that fit a line of that sample's reports, and returns which do not. The
 * scientist is responsible for whose values they are, so a different sex or date of birth does not prevent it. Throws
 * DomainError `wrong_state` if there is another problem.
 */
export async function placeByHand(tx: Tx, by: ByMember, id: string, accession: string): Promise<Placing> {
  const { waiting, fitted } = await compare(tx, by, id, accession)
  if (fitted.problem !== null) throw new DomainError('wrong_state')
  const system = { id: waiting.system_id, made_by: waiting.made_by }
  await fillIn(tx, fitted, { system, placedBy: by.accountId, at: by.at })
  await repository.writeEvent(tx, id, { verb: 'place', orderId: fitted.found.order.id }, by)
  return presentFit(waiting, fitted)
}

/** Sets an unmatched result aside and erases its content. */
export async function setAside(tx: Tx, by: ByMember, id: string, reason: string): Promise<void> {
  await hold(tx, by, id)
  await repository.writeEvent(tx, id, { verb: 'set_aside', reason }, by)
}

/** How long unmatched results are stored, in days. */
const storedDays = 30

/** Erases the content of results that have waited too long; the record of their arrival stays. */
export async function tidyDeliveries(db: Db, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - storedDays * 24 * 60 * 60 * 1000)
  await repository.forgetDelivered(db, before)
}

export function presentWaiting({ id, at, system, problem, content }: WaitingRow): WaitingReport {
  return {
    ...{ id, at: at.toISOString(), system, problem },
    accession: content.accessions.join(', ') || null,
    test: content.test.name,
    valueCount: content.values.length,
  }
}

function presentOpened(waiting: WaitingRow): OpenedReport {
  const { patient, values } = waiting.content
  return {
    ...presentWaiting(waiting),
    patient,
    values: values.map((value) => ({ ...sentValue(value), problem: null })),
  }
}

/** A value as its system sent it. */
function sentValue({ name, found, comment }: Value): Omit<DeliveredValue, 'problem'> {
  if (found === null) return { name, value: null, unit: null, comment }
  if ('words' in found) return { name, value: found.words[0] ?? null, unit: null, comment }
  return { name, value: found.number, unit: found.unit ?? found.ucum, comment }
}

function typedWords({ line, typed }: Matched): { readonly value: string; readonly unit: string | null } {
  return line.isCalculated
    ? { value: 'calculated from the other lines', unit: null }
    : { value: typed, unit: line.unit }
}

/** Which line of a sample's reports each value fits, and whose sample it is. */
function presentFit({ content }: WaitingRow, fitted: Fit): Placing {
  const { order, specimen } = fitted.found
  return {
    ...{ accession: specimen.accession, reference: order.reference },
    patient: { name: order.patient_name, gender: order.patient_gender, dob: order.patient_born_on },
    tests: fitted.measured.map(({ report }) => report.test_name),
    patientDiffers: fitted.patientDiffers,
    lines: content.values.map((value, index) => {
      const match = fitted.matches[index]
      return {
        ...sentValue(value),
        goesTo: match?.line ? { test: match.line.test, name: match.line.name, ...typedWords(match) } : null,
        problem: match?.problem ?? null,
      }
    }),
    problem: fitted.problem,
  }
}
