import { type LabReport, type WithdrawalReason, withdrawalReasons } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/results.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { withdrawalLabels } from './policy.ts'
import { withdraw } from './queries.ts'

const options = [
  { value: '', label: copy.withdrawChoose },
  ...withdrawalReasons.map((value) => ({ value, label: withdrawalLabels[value] })),
]

type DialogProps = { report: LabReport; number: number; onClose: () => void; onDone: () => void }

/** Withdraws a released result, with a reason that the patient sees and a note for the lab. */
export function WithdrawDialog({ report, number, onClose, onDone }: DialogProps) {
  const [because, setBecause] = useTypedState<WithdrawalReason | ''>(`withdraw why ${report.id}`, '')
  const [note, setNote] = useTypedState(`withdraw ${report.id}`, '')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const lacksNote = note.trim().length < 3

  function send(): void {
    setLooked(true)
    if (because === '' || lacksNote) {
      document.getElementById(because === '' ? 'withdraw-because' : 'withdraw-note')?.focus()
      return
    }
    doing.run(async () => {
      await withdraw(report, { number, because, note: note.trim() })
      toast.success(copy.withdrawDone)
      onDone()
    })
  }

  return (
    <Dialog
      title={fill(copy.withdrawTitle, { test: report.test })}
      onClose={onClose}
      actions={
        <DialogButtons working={doing.working} workingText={copy.withdrawing} onDo={send} onLeave={onClose}>
          {copy.withdrawButton}
        </DialogButtons>
      }
    >
      <NotDone failure={doing.failure} />
      <Banner tone="warn" title={copy.withdrawFinal}>
        <p>{copy.withdrawSays}</p>
      </Banner>
      <SelectField
        id="withdraw-because"
        label={copy.withdrawReasonLabel}
        value={because}
        options={options}
        onChosen={(value) => setBecause(withdrawalReasons.find((one) => one === value) ?? '')}
        error={looked && because === '' ? copy.withdrawReasonMissing : null}
      />
      <Field
        id="withdraw-note"
        label={copy.withdrawNoteLabel}
        hint={copy.onlyLabReads}
        maxLength={300}
        value={note}
        onText={setNote}
        error={looked && lacksNote ? copy.withdrawNoteMissing : null}
      />
    </Dialog>
  )
}
