import { nameProblem } from '@labalaba/contract'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'

type AddPasskeyDialogProps = { onAdd: (name: string) => void; onClose: () => void }

/** Asks the user for the name of a new passkey before the browser creates it. */
export function AddPasskeyDialog({ onAdd, onClose }: AddPasskeyDialogProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  function add(): void {
    const wrong = nameProblem(name)
    setProblem(wrong)
    if (wrong) document.getElementById('passkey-name')?.focus()
    else onAdd(name.trim())
  }

  return (
    <Dialog
      title="Add a passkey"
      onClose={onClose}
      actions={
        <DialogButtons onDo={add} onLeave={onClose}>
          Add it
        </DialogButtons>
      }
    >
      <p>
        Your phone or computer asks for your fingerprint, your face or the lock of your screen, and keeps the
        passkey. Add one only where nobody else can unlock it.
      </p>
      <Field
        id="passkey-name"
        label="Name"
        optional
        hint="Such as “My phone”. Without one we call it after this browser."
        autoComplete="off"
        maxLength={60}
        value={name}
        onText={(text) => {
          setName(text)
          setProblem(null)
        }}
        error={problem}
      />
    </Dialog>
  )
}
