import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { setAside } from './queries.ts'

type AsideProps = { id: string; onClose: () => void; onDone: () => void }

/** Sets a waiting report aside with a reason. Asks for confirmation, as its values are erased. */
export function SetAsideDialog({ id, onClose, onDone }: AsideProps) {
  const [reason, setReason] = useTypedState(`set aside ${id}`, '')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const wrong = reason.trim().length < 3 ? 'Say why in a few words.' : null

  function send(): void {
    setLooked(true)
    if (wrong) document.getElementById('aside-reason')?.focus()
    else
      doing.run(async () => {
        await setAside(id, reason.trim())
        toast.success('It is set aside')
        onDone()
      })
  }

  return (
    <Dialog
      title="Set it aside?"
      onClose={onClose}
      actions={
        <DialogButtons
          look="danger"
          working={doing.working}
          workingText="Setting it aside"
          onDo={send}
          onLeave={onClose}
        >
          Set it aside
        </DialogButtons>
      }
    >
      <NotDone failure={doing.failure} />
      <p>Its values are erased here. The system that handed it in still has them.</p>
      <Field
        id="aside-reason"
        label="Why"
        hint="For example: a control run, or a sample that is not ours. Name no patient."
        autoComplete="off"
        maxLength={300}
        value={reason}
        onText={setReason}
        error={looked ? wrong : null}
      />
    </Dialog>
  )
}
