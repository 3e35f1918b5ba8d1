import { readVisitPhoto, type VisitPhoto } from '@labalaba/contract'
import { Dialog } from '../../../components/dialog.tsx'
import { NotLoaded } from '../../../components/not-loaded.tsx'
import { Skeleton } from '../../../components/states.tsx'
import * as copy from '../../../copy/home-visits.ts'
import { isUnknown } from '../../../lib/api.ts'
import { fill } from '../../../lib/fill.ts'
import { dayAndTime } from '../../../lib/format.ts'
import { readFileOf } from '../../../lib/save-file.ts'
import { usePicture } from '../../../lib/use-picture.ts'

/** One photo of the tubes. Loaded when the dialog opens, and dropped when it closes. */
export function PhotoDialog({ photo, onClose }: { photo: VisitPhoto; onClose: () => void }) {
  const { address, failure, again } = usePicture(photo.id, () =>
    readFileOf(readVisitPhoto, { visit: photo.visit, photo: photo.id }),
  )
  return (
    <Dialog title={copy.photoTitle} wide onClose={onClose}>
      <p>{fill(copy.photoTakenBy, { when: dayAndTime(photo.at) })}</p>
      {address ? (
        <img
          src={address}
          alt={copy.photoOfVisitAlt}
          className="rounded-field bg-sand max-h-[70vh] w-full object-contain"
        />
      ) : isUnknown(failure) ? (
        <p>{copy.photoGone}</p>
      ) : (
        <NotLoaded failure={failure} onRetry={again}>
          <Skeleton className="h-72 w-full" />
        </NotLoaded>
      )}
    </Dialog>
  )
}
