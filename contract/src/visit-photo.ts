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

export const sendVisitPhoto = endpoint({
  method: 'POST',
  path: '/v0/visits/:visit/photos',
  summary:
    'Keeps a photo of the tubes of a home visit, a JPEG, PNG or WebP as base64, under the number that the phone gave it; the same again changes nothing. It is drawn anew as a JPEG, so that nothing but the picture comes along.',
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
  refusals: ['visit_changed', 'wrong_state', 'reference_reused', 'photo_refused', 'many_photos', 'busy'],
})

export const readVisitPhoto = endpoint({
  method: 'GET',
  path: '/v0/visits/:visit/photos/:photo',
  summary:
    'A photo of the tubes of a home visit: for whoever makes the visit while it is theirs, the desk and the scientists of its lab, and operators. Each look of others than who took it is written down.',
  access: 'account',
  params: z.strictObject({ visit: uuid, photo: uuid }),
  file: 'image/jpeg',
  reply: z.unknown(),
  refusals: [],
})
