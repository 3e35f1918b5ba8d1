import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'

export const exportOrder = endpoint({
  method: 'GET',
  path: '/v0/orders/:reference/fhir',
  summary:
    'A paid order as a FHIR R4 Bundle: ServiceRequest, Specimen, DiagnosticReport and Observation, with LOINC and UCUM codes. For its patient and its lab. The doctor who booked it gets it without results. Each reading is recorded.',
  access: 'account',
  recent: true,
  params: orderParams,
  file: 'application/fhir+json',
  reply: z.unknown(),
  refusals: ['not_found', 'sign_in_again', 'patient_unproven', 'too_many'],
})
