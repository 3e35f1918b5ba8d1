import type { LabSystem } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { CopyBox } from '../../components/copy-box.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import * as copy from '../../copy/lab-systems.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { needsPassword } from '../../lib/password-first.ts'
import { toast } from '../../lib/toast.ts'
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
  const wrong = name.trim().length < 3 ? copy.nameWrong : null

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
    <ActDialog
      title={copy.makeTitle}
      onClose={onClose}
      button={copy.makeButton}
      workingText={copy.making}
      act={doing}
      failed={{ title: copy.makeFailed }}
      onDo={make}
    >
      <p>{copy.makeSays}</p>
      <Field
        id="system-name"
        label={copy.nameLabel}
        hint={copy.nameHint}
        autoComplete="off"
        maxLength={60}
        value={name}
        onText={onName}
        error={looked ? wrong : null}
      />
    </ActDialog>
  )
}

/** Shows the key once. */
export function KeyDialog({ name, value, onClose }: { name: string; value: string; onClose: () => void }) {
  return (
    <Dialog title={fill(copy.keyTitle, { name })} onClose={onClose}>
      <Banner tone="warn" title={copy.keyOnlyNow}>
        <p>{copy.keyCopyNow}</p>
      </Banner>
      <CopyBox id="system-key" label={copy.key} value={value} what={copy.theKey} done={copy.keyCopied} />
      <Button wide look="primary" onClick={onClose}>
        {copy.keyIsIn}
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
      toast.success(copy.revokeDone)
      onDone()
    })
  return (
    <ActDialog
      title={fill(copy.revokeTitle, { name: system.name })}
      onClose={onClose}
      button={copy.revokeButton}
      look="danger"
      workingText={copy.revoking}
      act={doing}
      failed={{ title: copy.revokeFailed }}
      onDo={revoke}
    >
      <p>{copy.revokeSays}</p>
    </ActDialog>
  )
}
