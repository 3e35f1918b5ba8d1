import type { MoneyCase } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/cases.ts'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { ActFields } from './act-fields.tsx'
import { type ActName, wordsFor } from './act-words.ts'
import { emptyFor, type Filled, missingIn } from './policy.ts'
import * as queries from './queries.ts'

type DialogProps = { act: ActName; found: MoneyCase; onClose: () => void; onDone: () => void }

/** Asks for confirmation before an act on a case. */
export function CaseActDialog({ act, found, onClose, onDone }: DialogProps) {
  const words = wordsFor(act, found)
  const about = `${act} ${found.kind} ${found.subject}`
  const [note, setNote] = useTypedState(`note ${about}`, '')
  const [filled, setFilled] = useTypedState<Filled>(about, () => emptyFor(found))
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const isMissing = words.note !== null && note.trim() === ''

  function send(): void {
    setLooked(true)
    const [field] = Object.keys(missingIn(act, filled))
    const first = field ?? (isMissing ? 'note' : null)
    if (first !== null) {
      document.getElementById(`act-${first}`)?.focus()
      return
    }
    doing.run(async () => {
      await perform(act, found, note.trim(), filled)
      toast.success(words.done)
      onDone()
    })
  }

  return (
    <ActDialog
      title={words.title}
      onClose={onClose}
      button={words.button}
      look={words.look}
      workingText={words.working}
      act={doing}
      failed={{ offline: copy.actNotHeard }}
      onDo={send}
    >
      <p>{words.says}</p>
      <ActFields act={act} found={found} filled={filled} onFilled={setFilled} looked={looked} />
      {words.note ? (
        <TextArea
          id="act-note"
          label={words.note.label}
          hint={words.note.hint}
          rows={3}
          maxLength={300}
          value={note}
          onText={(text) => setNote(text.replaceAll(/\s+/g, ' '))}
          error={looked && isMissing ? words.note.missing : null}
        />
      ) : null}
    </ActDialog>
  )
}

async function perform(act: ActName, found: MoneyCase, note: string, filled: Filled): Promise<void> {
  if (act === 'give_back') await queries.giveBack(found, note)
  else if (act === 'retry') await queries.retry(found)
  else if (act === 'as_credit') await queries.credit(found)
  else if (act === 'bank_details') await queries.bankDetails(found, filled)
  else if (act === 'returned_outside') await queries.returnedOutside(found, filled, note)
  else if (act === 'cancel_booking') await queries.cancelBooking(found, filled, note)
  else if (act === 'give_up_samples') await queries.giveUp(found.orderReference ?? found.subject, note)
  else if (act === 'release') await queries.release(found)
  else if (act === 'answer') await queries.answer(found, filled.resolution, note)
  else await queries.close(found, note)
}
