import type { StaffMember } from '@labalaba/contract'
import { useState } from 'react'
import type { Look } from '../../components/button.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/staff.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import type { StaffAct } from './policy.ts'
import { perform } from './queries.ts'

type Words = { title: string; says: string; button: string; done: string; look: Look }

/** The words of each act before, while and after it is done; `{name}` is the staff member. */
const words: Readonly<Record<StaffAct, Words>> = {
  renew: {
    title: copy.renewTitle,
    says: copy.renewMeans,
    button: copy.renewDo,
    done: copy.renewDone,
    look: 'primary',
  },
  revoke: {
    title: copy.revokeTitle,
    says: copy.revokeMeans,
    button: copy.revokeDo,
    done: copy.revokeDone,
    look: 'danger',
  },
  suspend: {
    title: copy.suspendTitle,
    says: copy.suspendMeans,
    button: copy.suspend,
    done: copy.suspendDone,
    look: 'danger',
  },
  restore: {
    title: copy.restoreTitle,
    says: copy.restoreMeans,
    button: copy.restoreDo,
    done: copy.restoreDone,
    look: 'primary',
  },
  reset: {
    title: copy.resetTitle,
    says: copy.resetMeans,
    button: copy.resetDo,
    done: copy.resetDone,
    look: 'danger',
  },
}

type DialogProps = { act: StaffAct; person: StaffMember; onClose: () => void; onDone: () => void }

/** Asks for confirmation before an act on a staff member. */
export function StaffActDialog({ act, person, onClose, onDone }: DialogProps) {
  const { title, says, button, done, look } = words[act]
  const [reason, setReason] = useTypedState(`${act} ${person.id}`, '')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const isMissing = act === 'suspend' && reason.trim().length < 3
  const named = (text: string) => fill(text, { name: person.name })

  function send(): void {
    setLooked(true)
    if (isMissing) {
      document.getElementById('suspend-reason')?.focus()
      return
    }
    doing.run(async () => {
      await perform(act, person, reason.trim())
      toast.success(done)
      onDone()
    })
  }

  return (
    <Dialog
      title={named(title)}
      onClose={onClose}
      actions={
        <DialogButtons
          look={look}
          working={doing.working}
          workingText={copy.working}
          onDo={send}
          onLeave={onClose}
        >
          {button}
        </DialogButtons>
      }
    >
      <NotDone failure={doing.failure} />
      <p>{named(says)}</p>
      {act === 'suspend' ? (
        <Field
          id="suspend-reason"
          label={copy.reason}
          hint={copy.reasonHint}
          maxLength={300}
          value={reason}
          onText={setReason}
          error={looked && isMissing ? copy.reasonMissing : null}
        />
      ) : null}
    </Dialog>
  )
}
