import { nameProblem } from '@labalaba/contract'
import { useState } from 'react'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import * as copy from '../../copy/accounts.ts'

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
      title={copy.addPasskey}
      onClose={onClose}
      actions={
        <DialogButtons onDo={add} onLeave={onClose}>
          {copy.addPasskeyDo}
        </DialogButtons>
      }
    >
      <p>{copy.addPasskeyMeans}</p>
      <Field
        id="passkey-name"
        label={copy.passkeyName}
        optional
        hint={copy.passkeyNameHint}
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
