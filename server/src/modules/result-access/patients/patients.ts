import { type BodyOf, type BookedPatient, formatPhone, type listPatients } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { accountById } from '../../accounts/index.ts'
import { consentStateAt, lastReminder, mayAskAgain, newestConsent } from '../../consents/index.ts'
import * as repository from './repository.ts'

const pageLength = 20

/** A page of the people for whom a doctor books. */
export async function bookedPatients(
  db: Db,
  accountId: number,
  { q = '', after }: BodyOf<typeof listPatients>,
  now: Date,
): Promise<{ patients: BookedPatient[]; next: string | null }> {
  const [doctor, found] = await Promise.all([
    accountById(db, accountId),
    repository.patientsOf(db, accountId, { q, after: after ?? null, limit: pageLength + 1 }),
  ])
  const page = found.slice(0, pageLength)
  const own = { id: accountId, email: doctor?.email.toLowerCase() ?? '' }
  return {
    patients: await Promise.all(page.map((patient) => present(db, patient, own, now))),
    next: found.length > pageLength ? (page.at(-1)?.reference ?? null) : null,
  }
}

async function present(
  db: Db,
  patient: repository.PatientRow,
  own: { readonly id: number; readonly email: string },
  now: Date,
): Promise<BookedPatient> {
  const pair = { person: patient.person, email: patient.email, doctorId: own.id }
  const canBeAsked = patient.email !== '' && patient.email !== own.email
  const [newest, lastAsked] = await Promise.all([newestConsent(db, pair), lastReminder(db, pair)])
  const state = consentStateAt(newest, now)
  const reads = state === 'given' && canBeAsked ? newest : undefined
  const mayAsk = canBeAsked && mayAskAgain(newest, lastAsked, now)
  return {
    ...{ id: patient.reference, name: patient.name, email: canBeAsked ? patient.email : null },
    phone: formatPhone(patient.phone),
    consent: canBeAsked ? state : 'nobody_to_ask',
    sensitive: reads?.sensitive ?? false,
    until: reads?.expires_at.toISOString() ?? null,
    askBy: mayAsk ? patient.ask_by : null,
    orderCount: patient.order_count,
    orders: patient.orders.map((order) => ({
      ...{ reference: order.reference, state: order.state, lab: order.lab_name, testCount: order.test_count },
      createdAt: new Date(order.created_at).toISOString(),
      readable: reads !== undefined && (order.plain_out || (reads.sensitive && order.sensitive_out)),
    })),
  }
}
