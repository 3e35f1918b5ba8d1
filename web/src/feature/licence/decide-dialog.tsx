import type { LicenceAct, ReviewedLicence } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import type { Look } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { decide } from './queries.ts'

type Words = { title: string; says: string; note: string | null; button: string; done: string; look: Look }

/** The words of each decision before, while and after it is made; `{name}` is the doctor's. */
const words: Readonly<Record<LicenceAct, Words>> = {
  accept: {
    title: 'Accept the licence of {name}?',
    says: 'You have compared the name, the folio number and the year with the document and the register of the Medical and Dental Council of Nigeria. Patients then read “Dr”, the doctor earns on bookings, and patients are asked for consent.',
    note: null,
    button: 'Accept',
    done: 'The licence is accepted',
    look: 'primary',
  },
  ask: {
    title: 'Ask {name} about the licence?',
    says: 'The doctor gets a mail with your question, and sends the licence again.',
    note: 'What should the doctor send or explain?',
    button: 'Ask',
    done: 'The doctor is asked',
    look: 'primary',
  },
  refuse: {
    title: 'Refuse the licence of {name}?',
    says: 'The doctor gets a mail with your reason, and may send another licence.',
    note: 'Why?',
    button: 'Refuse',
    done: 'The licence is refused',
    look: 'danger',
  },
  suspend: {
    title: 'Suspend {name} as a doctor?',
    says: 'From now on new bookings earn nothing and no patient is asked for consent. What patients agreed to ends at once. The doctor gets a mail with your reason.',
    note: 'Why?',
    button: 'Suspend',
    done: 'The doctor is suspended',
    look: 'danger',
  },
  restore: {
    title: 'End the suspension of {name}?',
    says: 'The licence counts again. Patients have to agree anew before the doctor reads their results.',
    note: null,
    button: 'End the suspension',
    done: 'The suspension has ended',
    look: 'primary',
  },
}

type DialogProps = { act: LicenceAct; licence: ReviewedLicence; onClose: () => void; onDone: () => void }

/** Asks for confirmation before an operator decides about a licence. */
export function DecideDialog({ act, licence, onClose, onDone }: DialogProps) {
  const { title, says, note: question, button, done, look } = words[act]
  const [note, setNote] = useTypedState(`${act} ${licence.id}`, '')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const isMissing = question !== null && note.trim().length < 3

  function send(): void {
    setLooked(true)
    if (isMissing) {
      document.getElementById('licence-note')?.focus()
      return
    }
    doing.run(async () => {
      await decide(licence.id, act, question === null ? '' : note.trim())
      toast.success(done)
      onDone()
    })
  }

  return (
    <Dialog
      title={title.replace('{name}', licence.doctor.name)}
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
      <p>{says}</p>
      {question === null ? null : (
        <TextArea
          id="licence-note"
          label={question}
          hint="The doctor reads this."
          rows={3}
          maxLength={500}
          value={note}
          onText={setNote}
          error={looked && isMissing ? 'Write it in a few words.' : null}
        />
      )}
    </Dialog>
  )
}
