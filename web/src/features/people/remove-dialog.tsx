import type { Person } from '@labalaba/contract'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/people.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { forgetPerson } from './queries.ts'

type RemoveDialogProps = { person: Person; onRemoved: () => void; onClose: () => void }

/** Asks for confirmation before a person is deleted. */
export function RemoveDialog({ person, onRemoved, onClose }: RemoveDialogProps) {
  const removing = useAct()
  return (
    <Dialog
      title={fill(copy.removeTitle, { name: person.name })}
      onClose={onClose}
      actions={
        <DialogButtons
          look="danger"
          working={removing.working}
          workingText={copy.removing}
          onDo={() =>
            removing.run(async () => {
              await forgetPerson(person.id)
              onRemoved()
            })
          }
          onLeave={onClose}
        >
          {shared.remove}
        </DialogButtons>
      }
    >
      <NotDone failure={removing.failure} />
      <p>{copy.removeMeans}</p>
    </Dialog>
  )
}
