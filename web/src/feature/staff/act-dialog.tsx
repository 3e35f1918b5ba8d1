import type { StaffMember } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import type { Look } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import type { StaffAct } from './policy.ts'
import { perform } from './queries.ts'

type Words = { title: string; says: string; button: string; done: string; look: Look }

/** The words of each act before, while and after it is done; `{name}` is the staff member. */
const words: Readonly<Record<StaffAct, Words>> = {
  renew: {
    title: 'Send the invitation again?',
    says: '{name} gets a new mail with a new link that works for a week. The link before no longer works.',
    button: 'Send it again',
    done: 'The invitation is sent again',
    look: 'primary',
  },
  revoke: {
    title: 'Take the invitation back?',
    says: 'The link in the mail to {name} stops working at once. You can send a new one at any time.',
    button: 'Take it back',
    done: 'The invitation is taken back',
    look: 'danger',
  },
  suspend: {
    title: 'Suspend {name}?',
    says: 'Every device of theirs is logged out at once, and they cannot log in until you end it.',
    button: 'Suspend',
    done: 'The account is suspended',
    look: 'danger',
  },
  restore: {
    title: 'End the suspension of {name}?',
    says: 'They can log in again, with the password and authenticator app that they had.',
    button: 'End the suspension',
    done: 'They can log in again',
    look: 'primary',
  },
  reset: {
    title: 'Reset the authenticator app of {name}?',
    says: 'Do this only once you know that it is them who asks: call them. They are logged out, and set up an app again when they next log in.',
    button: 'Reset it',
    done: 'The authenticator app is reset',
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
  const named = (text: string) => text.replace('{name}', person.name)

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
          workingText="Working"
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
          label="Why?"
          hint="Only operators read this."
          maxLength={300}
          value={reason}
          onText={setReason}
          error={looked && isMissing ? 'Write why, in a few words.' : null}
        />
      ) : null}
    </Dialog>
  )
}
