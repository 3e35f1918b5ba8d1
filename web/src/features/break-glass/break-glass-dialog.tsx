import type { BreakGlassBecause } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { focusField } from '../../components/banner.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/break-glass.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { openWithoutConsent } from './queries.ts'

export type BreakGlassDialogProps = {
  reference: string
  patientName: string
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused: (failure: unknown, again: () => void) => boolean
  onClose: () => void
  onOpened: () => void
}

const choices: readonly BreakGlassBecause[] = ['patient_unreachable', 'treatment_now', 'other']
const options = [
  { value: '', label: copy.becauseChoose },
  ...choices.map((value) => ({ value, label: copy.because[value] })),
]

/** Asks a doctor why a result cannot wait for the patient's consent, and opens it. */
export function BreakGlassDialog({
  reference,
  patientName,
  onRefused,
  onClose,
  onOpened,
}: BreakGlassDialogProps) {
  const [because, setBecause] = useTypedState<BreakGlassBecause | ''>(`break-glass why ${reference}`, '')
  const [reason, setReason] = useTypedState(`break-glass of ${reference}`, '')
  const [looked, setLooked] = useState(false)
  const act = useAct()
  // On one line, as the server takes it.
  const words = reason.replace(/\s+/g, ' ').trim()

  function open(): void {
    setLooked(true)
    if (because === '') focusField('break-glass-because')
    else if (words.length < 3) focusField('break-glass-reason')
    else
      act.run(async () => {
        try {
          await openWithoutConsent(reference, { because, reason: words })
        } catch (failure) {
          if (onRefused(failure, open)) return
          throw failure
        }
        toast.success(copy.openDone)
        onOpened()
      })
  }

  return (
    <ActDialog
      title={copy.dialogTitle}
      button={copy.openButton}
      look="danger"
      workingText={copy.opening}
      act={act}
      onDo={open}
      onClose={onClose}
    >
      <p>{fill(copy.dialogSays, { name: patientName })}</p>
      <SelectField
        id="break-glass-because"
        label={copy.becauseLegend}
        value={because}
        options={options}
        onChosen={(value) => setBecause(choices.find((one) => one === value) ?? '')}
        error={looked && because === '' ? copy.becauseMissing : null}
      />
      <TextArea
        id="break-glass-reason"
        label={copy.reasonLabel}
        hint={copy.reasonHint}
        rows={3}
        maxLength={300}
        value={reason}
        onText={setReason}
        error={looked && words.length < 3 ? copy.reasonMissing : null}
      />
    </ActDialog>
  )
}
