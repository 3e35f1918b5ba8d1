import type { LicenceAct, ReviewedLicence } from '@labalaba/contract'
import { useState } from 'react'
import type { Look } from '../../components/button.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/licences.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { decide } from './queries.ts'

type Words = { title: string; says: string; note: string | null; button: string; done: string; look: Look }

/** The words of each decision before, while and after it is made; `{name}` is the doctor's. */
const words: Readonly<Record<LicenceAct, Words>> = {
  accept: {
    title: copy.acceptTitle,
    says: copy.acceptSays,
    note: null,
    button: copy.accept,
    done: copy.acceptDone,
    look: 'primary',
  },
  ask: {
    title: copy.askTitle,
    says: copy.askSays,
    note: copy.askQuestion,
    button: copy.ask,
    done: copy.askDone,
    look: 'primary',
  },
  refuse: {
    title: copy.refuseTitle,
    says: copy.refuseSays,
    note: copy.why,
    button: copy.refuse,
    done: copy.refuseDone,
    look: 'danger',
  },
  suspend: {
    title: copy.suspendTitle,
    says: copy.suspendSays,
    note: copy.why,
    button: copy.suspend,
    done: copy.suspendDone,
    look: 'danger',
  },
  restore: {
    title: copy.restoreTitle,
    says: copy.restoreSays,
    note: null,
    button: copy.restore,
    done: copy.restoreDone,
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
      title={fill(title, { name: licence.doctor.name })}
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
      <p>{says}</p>
      {question === null ? null : (
        <TextArea
          id="licence-note"
          label={question}
          hint={copy.noteHint}
          rows={3}
          maxLength={500}
          value={note}
          onText={setNote}
          error={looked && isMissing ? copy.noteMissing : null}
        />
      )}
    </Dialog>
  )
}
