import { useState } from 'react'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/deliveries.ts'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { setAside } from './queries.ts'

type AsideProps = { id: string; onClose: () => void; onDone: () => void }

/** Sets a waiting report aside with a reason. Asks for confirmation, as its values are erased. */
export function SetAsideDialog({ id, onClose, onDone }: AsideProps) {
  const [reason, setReason] = useTypedState(`set aside ${id}`, '')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const wrong = reason.trim().length < 3 ? copy.asideReasonMissing : null

  function send(): void {
    setLooked(true)
    if (wrong) document.getElementById('aside-reason')?.focus()
    else
      doing.run(async () => {
        await setAside(id, reason.trim())
        toast.success(copy.asideDone)
        onDone()
      })
  }

  return (
    <Dialog
      title={copy.asideTitle}
      onClose={onClose}
      actions={
        <DialogButtons
          look="danger"
          working={doing.working}
          workingText={copy.asideWorking}
          onDo={send}
          onLeave={onClose}
        >
          {copy.asideButton}
        </DialogButtons>
      }
    >
      <NotDone failure={doing.failure} />
      <p>{copy.asideSays}</p>
      <Field
        id="aside-reason"
        label={copy.asideReasonLabel}
        hint={copy.asideReasonHint}
        autoComplete="off"
        maxLength={300}
        value={reason}
        onText={setReason}
        error={looked ? wrong : null}
      />
    </Dialog>
  )
}
