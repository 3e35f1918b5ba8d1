import { jpegOf } from '../pictures.ts'
import type { Input } from './inputs.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

/** A photo as a phone sends it, of the first assignment of a visit. */
export const photoBody = {
  id: '00000000-0000-4000-8000-0000000000fa',
  round: 1,
  at: '2026-11-22T08:00:00.000Z',
  agreed: true,
  image: jpegOf().toString('base64'),
} as const

/** Valid inputs of photos of tubes. */
export const photoInputs: Readonly<Record<string, () => Input>> = {
  sendVisitPhoto: () => ({ params: { visit: nobody }, body: photoBody }),
  readVisitPhoto: () => ({ params: { visit: nobody, photo: photoBody.id } }),
}
