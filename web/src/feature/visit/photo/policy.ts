import type { RoundVisit } from '@labalaba/contract'
import type { TakenPhoto } from '../kept-round.ts'

/** What is to become of a photo that waits: it is sent once its samples are told of, and not without any. */
export type Fate = 'wait' | 'send' | 'drop' | 'tell'

/** What becomes of a photo now, by the round as the server knows it. `tell` is `drop` where whoever took it cannot know why. */
export function fateOf(photo: TakenPhoto, visits: readonly RoundVisit[]): Fate {
  const visit = visits.find(({ id }) => id === photo.visit)
  if (!visit || visit.round !== photo.round) return 'tell'
  if (visit.state === 'collected' || visit.state === 'delivered') return 'send'
  if (visit.state === 'missed') return 'drop'
  return visit.state === 'cancelled' ? 'tell' : 'wait'
}

/** Why a photo was not kept, and that nothing else is lost with it. */
export function refusedPhotoWords(code: string, message: string): string {
  const why =
    code === 'many_photos'
      ? 'There are three of this visit already.'
      : code === 'photo_refused' || code === 'invalid'
        ? message
        : 'The visit was changed meanwhile, or was over for more than a day.'
  return `${why} The samples, and all else that you did there, are not touched by it.`
}
