import { type OwnVisit, photoDays } from '@labalaba/contract'
import * as copy from '../../../copy/home-visits.ts'
import { plural } from '../../../lib/fill.ts'

/** For the account that booked: that photos were taken, who sees them and until when; nothing if there are none. */
export function PhotosTaken({ photos }: Pick<OwnVisit, 'photos'>) {
  if (!photos) return null
  return (
    <p className="text-muted max-w-words">
      {plural(copy.photosTaken, photos.taken)}{' '}
      {photos.isKept
        ? plural(copy.photosTakenKept, photos.taken, { days: photoDays })
        : plural(copy.photosTakenDeleted, photos.taken)}
    </p>
  )
}
