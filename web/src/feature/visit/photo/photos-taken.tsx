import { type OwnVisit, photoDays } from '@labalaba/contract'
import { counted } from '../../../lib/format.ts'

/** For the account that booked: that photos were taken, who sees them and until when; nothing if there are none. */
export function PhotosTaken({ photos }: Pick<OwnVisit, 'photos'>) {
  if (!photos) return null
  return (
    <p className="text-muted max-w-words">
      Our phlebotomist asked, and took {counted(photos.taken, 'photo')} of the tubes and their labels.{' '}
      {photos.isKept
        ? `Only the lab that does the tests and our own staff can look at what was taken, and each look is written down. It is deleted ${photoDays} days after the results are out.`
        : 'What was taken has been deleted.'}
    </p>
  )
}
