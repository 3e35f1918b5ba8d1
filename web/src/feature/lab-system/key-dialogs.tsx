import type { LabSystem } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { needsPassword } from '../../lib/password-first.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { makeKey, revokeKey } from './queries.ts'

type MakeProps = {
  name: string
  onName: (name: string) => void
  onClose: () => void
  onMade: (key: string) => void
  /** The password is requested first; the typed name stays. */
  onAsked: () => void
}

/** Asks for the name of the connected system, and creates its key. */
export function MakeDialog({ name, onName, onClose, onMade, onAsked }: MakeProps) {
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const wrong = name.trim().length < 3 ? 'Give at least three letters, such as “Analyser room LIS”.' : null

  function make(): void {
    setLooked(true)
    if (wrong) document.getElementById('system-name')?.focus()
    else
      doing.run(async () => {
        try {
          onMade(await makeKey(name.trim()))
        } catch (failure) {
          if (!needsPassword(failure)) throw failure
          onAsked()
        }
      })
  }

  return (
    <Dialog
      title="A key for a system"
      onClose={onClose}
      actions={
        <DialogButtons working={doing.working} workingText="Making it" onDo={make} onLeave={onClose}>
          Make the key
        </DialogButtons>
      }
    >
      <NotDone failure={doing.failure} title="No key was made" />
      <p>
        Whoever has the key can fill in results of your lab. You will see it, so you will never verify what
        comes with it: somebody else has to.
      </p>
      <Field
        id="system-name"
        label="What the system is called"
        hint="So that your colleagues know where values come from."
        autoComplete="off"
        maxLength={60}
        value={name}
        onText={onName}
        error={looked ? wrong : null}
      />
    </Dialog>
  )
}

/** Shows the key once. */
export function KeyDialog({ name, value, onClose }: { name: string; value: string; onClose: () => void }) {
  return (
    <Dialog title={`The key of ${name}`} onClose={onClose}>
      <Banner tone="warn" title="You see it only now">
        <p>Copy it into the system before you close this. A key that is lost is revoked, and another made.</p>
      </Banner>
      <CopyBox id="system-key" label="Key" value={value} what="the key" done="The key is copied" />
      <Button wide look="primary" onClick={onClose}>
        It is in the system
      </Button>
    </Dialog>
  )
}

type RevokeProps = { system: LabSystem; onClose: () => void; onDone: () => void }

/** Revokes a key. Asks for confirmation, as it cannot be undone. */
export function RevokeDialog({ system, onClose, onDone }: RevokeProps) {
  const doing = useAct()
  const revoke = () =>
    doing.run(async () => {
      await revokeKey(system.id)
      toast.success('The key works no more')
      onDone()
    })
  return (
    <Dialog
      title={`Revoke the key of ${system.name}?`}
      onClose={onClose}
      actions={
        <DialogButtons
          look="danger"
          working={doing.working}
          workingText="Revoking"
          onDo={revoke}
          onLeave={onClose}
        >
          Revoke it
        </DialogButtons>
      }
    >
      <NotDone failure={doing.failure} title="The key still works" />
      <p>
        From then on it hands in nothing, and cannot be made to work again. What came with it before stays as
        it is.
      </p>
    </Dialog>
  )
}
