import { type ReviewedLicence, readLicencePicture } from '@labalaba/contract'
import { Dialog } from '../../components/dialog.tsx'
import { NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/licences.ts'
import { isUnknown } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { readFileOf } from '../../lib/save-file.ts'
import { usePicture } from '../../lib/use-picture.ts'

/** The licence document next to what the doctor typed. Loaded when the dialog opens, and dropped when it closes. */
export function DocumentDialog({ licence, onClose }: { licence: ReviewedLicence; onClose: () => void }) {
  const { id, doctor, folioNumber, year } = licence
  const { address, failure, again } = usePicture(id, () =>
    passwordFirst(() => readFileOf(readLicencePicture, { id })),
  )
  return (
    <Dialog title={fill(copy.documentTitle, { name: doctor.name })} wide onClose={onClose}>
      <p>{fill(copy.documentSays, { folioNumber, year })}</p>
      {address ? (
        <img
          src={address}
          alt={fill(copy.documentAlt, { name: doctor.name })}
          className="rounded-field bg-sand max-h-[70vh] w-full object-contain"
        />
      ) : isUnknown(failure) ? (
        <p>{copy.documentDeleted}</p>
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
