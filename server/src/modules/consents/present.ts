import type { LinkedConsent, PatientConsent } from '@labalaba/contract'
import { type OrderRow, publicPatientName } from '../orders/index.ts'
import { consentStateAt, linkGives } from './policy.ts'
import type * as repository from './repository.ts'

type ConsentStatus = Pick<PatientConsent, 'state' | 'sensitive' | 'since' | 'until'>

/** The state of a patient's newest consent to a doctor. */
function presentStatus(newest: repository.ConsentRow | undefined, now: Date): ConsentStatus {
  const state = consentStateAt(newest, now)
  return {
    state,
    sensitive: state === 'given' && newest !== undefined && newest.sensitive,
    since: state === 'refused' ? null : (newest?.given_at.toISOString() ?? null),
    until: (newest?.ended_at ?? newest?.expires_at)?.toISOString() ?? null,
  }
}

type ConsentFacts = {
  readonly doctor: string
  readonly patient: string
  readonly references: readonly string[]
  readonly isOpen: boolean
  readonly newest: repository.ConsentRow | undefined
  readonly readings: readonly repository.Reading[]
}

/** A doctor who books for a patient, as that patient sees them. */
export function presentConsent(facts: ConsentFacts, now: Date): PatientConsent {
  const { doctor, patient, references, isOpen, newest, readings } = facts
  return {
    doctor,
    patient,
    reference: references[0] ?? '',
    orders: [...references],
    mayGive: isOpen,
    ...presentStatus(newest, now),
    opened: readings.map(({ at, ...reading }) => ({ ...reading, at: at.toISOString() })),
  }
}

/** The content of the page behind the link in a mail. */
export function presentLinked(
  order: OrderRow,
  doctor: { readonly name: string; readonly isOpen: boolean },
  newest: repository.ConsentRow | undefined,
  now: Date,
): LinkedConsent {
  return {
    doctor: doctor.name,
    patient: publicPatientName(order),
    lab: order.lab_name,
    asked: order.patient_born_on === null ? 'account' : 'dob',
    ...presentStatus(newest, now),
    mayGive: doctor.isOpen && linkGives(order, now),
  }
}
