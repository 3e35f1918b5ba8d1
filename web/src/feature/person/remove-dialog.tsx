import type { Person } from '@labalaba/contract'
import { useAct } from '../../lib/act.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { forgetPerson } from './queries.ts'

type RemoveDialogProps = { person: Person; onRemoved: () => void; onClose: () => void }

/** Asks for confirmation before a person is deleted. */
export function RemoveDialog({ person, onRemoved, onClose }: RemoveDialogProps) {
  const removing = useAct()
  return (
    <Dialog
      title={`Remove ${person.name}?`}
      onClose={onClose}
      actions={
        <DialogButtons
          look="danger"
          working={removing.working}
          workingText="Removing"
          onDo={() =>
            removing.run(async () => {
              await forgetPerson(person.id)
              onRemoved()
            })
          }
          onLeave={onClose}
        >
          Remove
        </DialogButtons>
      }
    >
      <NotDone failure={removing.failure} />
      <p>We forget their details. Orders and results that you have booked for them stay where they are.</p>
    </Dialog>
  )
}
