import {
  acknowledgeResults,
  giveConsent,
  provePatient,
  readingConsentVersion,
  readResults,
} from '@labalaba/contract'
import { emailOf, type Playing } from './playing.ts'

/** The patient proves who they are and lets the doctor who booked read the results. */
export async function patientAgrees({ stage, patient, order }: Playing): Promise<void> {
  await stage.join(patient)
  const call = await stage.as(patient.email)
  const params = { reference: order }
  await call(provePatient, { params, body: { answer: patient.bornOn } })
  await call(giveConsent, { params, body: { sensitive: false, version: readingConsentVersion } })
}

/** The doctor reads and acknowledges the results, if the story says so. */
export async function doctorReads({ stage, told, order }: Playing): Promise<void> {
  if (told.doctor !== 'has_read') return
  const call = await stage.as(emailOf('doctor'))
  const params = { reference: order }
  const { toAcknowledge } = await call(readResults, { params })
  await call(acknowledgeResults, { params, body: { seen: toAcknowledge } })
}
