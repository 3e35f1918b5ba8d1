import type { RoundVisit } from '@labalaba/contract'
import * as copy from '../../../copy/home-visits.ts'
import { fill } from '../../../lib/fill.ts'
import type { TakenPhoto } from '../offline-round.ts'

/** What to do with a pending photo: it is sent after its specimens are reported as taken, and not without them. */
export type PhotoAction = 'wait' | 'send' | 'drop' | 'tell'

/** The fate of a photo, by the round as the server knows it. `tell` is `drop` plus a message to the user. */
export function photoAction(photo: TakenPhoto, visits: readonly RoundVisit[]): PhotoAction {
  const visit = visits.find(({ id }) => id === photo.visit)
  if (!visit || visit.round !== photo.round) return 'tell'
  if (visit.state === 'collected' || visit.state === 'delivered') return 'send'
  if (visit.state === 'missed') return 'drop'
  return visit.state === 'cancelled' ? 'tell' : 'wait'
}

/** Why a photo was not stored, and that nothing else is lost. */
export function refusedPhotoWords(code: string, message: string): string {
  const why =
    code === 'many_photos'
      ? copy.photoRefusedMany
      : code === 'photo_refused' || code === 'invalid'
        ? message
        : copy.photoRefusedVisit
  return fill(copy.photoRefused, { why })
}
