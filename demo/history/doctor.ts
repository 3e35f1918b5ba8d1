import {
  acknowledgeResults,
  giveConsent,
  provePatient,
  readingConsentVersion,
  readResults,
} from '@labalaba/contract'
import { emailOf, type Playing } from './playing.ts'

/** The patient shows who they are, and lets the doctor who booked read. */
export async function patientAgrees({ stage, patient, order }: Playing): Promise<void> {
  await stage.join(patient)
  const call = await stage.as(patient.email)
  const params = { reference: order }
  await call(provePatient, { params, body: { answer: patient.bornOn } })
  await call(giveConsent, { params, body: { sensitive: false, version: readingConsentVersion } })
}

/** The doctor reads the results, where they may, and acknowledges them. */
export async function doctorReads({ stage, told, order }: Playing): Promise<void> {
  if (told.doctor !== 'has_read') return
  const call = await stage.as(emailOf('doctor'))
  const params = { reference: order }
  const { toAcknowledge } = await call(readResults, { params })
  await call(acknowledgeResults, { params, body: { seen: toAcknowledge } })
}
