import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The most photos of the tubes at one visit. */
export const mostPhotos = 3

/** The largest photo, in bytes: small enough that the slowest network sends it before the user gives up. */
export const largestPhoto = 192 * 1024

/** The longest side of a stored photo, in pixels. The phone sends a smaller one. */
export const longestPhotoSide = 2048

/** For how many days a photo is stored after its order is done. */
export const photoDays = 90

/** A stored photo of the tubes of a home visit. */
export const visitPhoto = z.object({
  id: z.string(),
  visit: z.string(),
  /** When it was taken. */
  at: z.string(),
})
export type VisitPhoto = z.infer<typeof visitPhoto>

const uuid = z.string().check(z.uuid())

export const sendVisitPhoto = endpoint('POST /v0/visits/:visit/photos', {
  summary:
    'Keeps a photo of the tubes of a home visit, a JPEG, PNG or WebP as base64, under the number that the phone gave it. Sending the same again changes nothing. The server draws it again as a JPEG, so that only the picture is kept.',
  access: 'phlebotomist',
  longBody: true,
  params: z.strictObject({ visit: uuid }),
  body: z.strictObject({
    id: uuid,
    round: z.number().check(z.int(), z.minimum(0), z.maximum(32_000)),
    /** When it was taken, by the phone's clock. */
    at: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/)),
    /** The patient was asked first and agreed. */
    agreed: z.literal(true),
    image: z.string().check(z.regex(/^[A-Za-z0-9+/]{4,262144}={0,2}$/)),
  }),
  reply: z.object({}),
  refusals: [
    ...(['visit_changed', 'wrong_state', 'reference_reused', 'photo_refused', 'many_photos'] as const),
    ...(['busy', 'files_unavailable'] as const),
  ],
})

export const readVisitPhoto = endpoint('GET /v0/visits/:visit/photos/:photo', {
  summary:
    'A photo of the tubes of a home visit. The phlebotomist sees it while the visit is theirs. The desk and the scientists of the lab, and operators, see it too. Each look by another person than the one who took it is recorded.',
  access: 'account',
  params: z.strictObject({ visit: uuid, photo: uuid }),
  file: 'image/jpeg',
  reply: z.unknown(),
  refusals: ['files_unavailable', 'file_damaged'],
})
