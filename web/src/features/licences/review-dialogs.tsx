import { type LicenceAct, type ReviewedLicence, readLicencePicture } from '@labalaba/contract'
import type { Look } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/licences.ts'
import { isUnknown } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { readFileOf } from '../../lib/save-file.ts'
import { usePicture } from '../../lib/use-picture.ts'
import { decide } from './queries.ts'

type Words = { title: string; says: string; note: string | null; button: string; done: string; look: Look }

/** The words of each decision before, while and after it is made; `{name}` is the doctor's. */
const words: Readonly<Record<LicenceAct, Words>> = {
  accept: {
    title: copy.acceptTitle,
    says: copy.acceptSays,
    note: null,
    button: copy.accept,
    done: copy.acceptDone,
    look: 'primary',
  },
  ask: {
    title: copy.askTitle,
    says: copy.askSays,
    note: copy.askQuestion,
    button: copy.ask,
    done: copy.askDone,
    look: 'primary',
  },
  refuse: {
    title: copy.refuseTitle,
    says: copy.refuseSays,
    note: copy.why,
    button: copy.refuse,
    done: copy.refuseDone,
    look: 'danger',
  },
  suspend: {
    title: copy.suspendTitle,
    says: copy.suspendSays,
    note: copy.why,
    button: copy.suspend,
    done: copy.suspendDone,
    look: 'danger',
  },
  restore: {
    title: copy.restoreTitle,
    says: copy.restoreSays,
    note: null,
    button: copy.restore,
    done: copy.restoreDone,
    look: 'primary',
  },
}

type DialogProps = { act: LicenceAct; licence: ReviewedLicence; onClose: () => void; onDone: () => void }

/** Asks for confirmation before an operator decides about a licence. */
export function DecideDialog({ act, licence, onClose, onDone }: DialogProps) {
  const { title, note, ...wording } = words[act]
  return (
    <ReasonDialog
      {...wording}
      title={fill(title, { name: licence.doctor.name })}
      workingText={copy.working}
      reason={
        note === null
          ? null
          : {
              id: 'licence-note',
              label: note,
              hint: copy.noteHint,
              missing: copy.noteMissing,
              maxLength: 500,
              rows: 3,
            }
      }
      about={`${act} ${licence.id}`}
      perform={(reason) => decide(licence.id, act, reason)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

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
      ) : (
        <NotLoaded failure={failure} onRetry={again}>
          <Skeleton className="h-72 w-full" />
        </NotLoaded>
      )}
    </Dialog>
  )
}
