import { readVisitPhoto, type VisitPhoto } from '@labalaba/contract'
import { isUnknown } from '../../../lib/api.ts'
import { dayAndTime } from '../../../lib/format.ts'
import { readFileOf } from '../../../lib/save-file.ts'
import { usePicture } from '../../../lib/use-picture.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { NoAnswer } from '../../../ui/no-answer.tsx'
import { Skeleton, Waiting } from '../../../ui/states.tsx'

/** One photo of the tubes. Loaded when the dialog opens, and dropped when it closes. */
export function PhotoDialog({ photo, onClose }: { photo: VisitPhoto; onClose: () => void }) {
  const { address, failure, again } = usePicture(photo.id, () =>
    readFileOf(readVisitPhoto, { visit: photo.visit, photo: photo.id }),
  )
  return (
    <Dialog title="Photo of the tubes" wide onClose={onClose}>
      <p>By the phlebotomist, {dayAndTime(photo.at)}. Each look by the lab or an operator is written down.</p>
      {address ? (
        <img
          src={address}
          alt="The tubes of this visit with their labels"
          className="rounded-field bg-sand max-h-[70vh] w-full object-contain"
        />
      ) : isUnknown(failure) ? (
        <p>This photo is no longer kept, or no longer yours to see.</p>
      ) : failure ? (
        <NoAnswer failure={failure} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <Skeleton className="h-72 w-full" />
        </Waiting>
      )}
    </Dialog>
  )
}
