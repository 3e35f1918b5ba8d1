import { type LabOrder, type LabSpecimen, type RejectionReason, rejectionReasons } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { reasonWords } from './policy.ts'
import { reject } from './queries.ts'

type RejectProps = {
  sample: LabSpecimen
  onClose: () => void
  onRejected: (order: LabOrder) => void
}

/** Asks why a specimen cannot be used, and shows what the patient will read. */
export function RejectDialog({ sample, onClose, onRejected }: RejectProps) {
  const [reason, setReason] = useTypedState<RejectionReason | ''>(`reject why ${sample.accession}`, '')
  const [note, setNote] = useTypedState(`reject ${sample.accession}`, '')
  const [looked, setLooked] = useState(false)
  const act = useAct()
  const noReason = reason === '' ? 'Choose why it cannot be used.' : null
  const noNote = reason === 'other' && note.trim().length < 3 ? 'Say what is wrong, in a few words.' : null

  function send(): void {
    setLooked(true)
    if (noReason || noNote) document.getElementById(noReason ? 'reject-reason' : 'reject-note')?.focus()
    else if (reason !== '')
      act.run(async () => {
        onRejected(await reject(sample, reason, note))
        toast.success('Sample rejected. The patient is told.')
      })
  }

  return (
    <Dialog
      title={`Reject sample ${sample.accession}?`}
      onClose={onClose}
      actions={
        <DialogButtons
          look="danger"
          working={act.working}
          workingText="Rejecting"
          onDo={send}
          onLeave={onClose}
        >
          Reject the sample
        </DialogButtons>
      }
    >
      <NotDone
        failure={act.failure}
        title="It is not rejected yet"
        unheard="Your network may have dropped."
      />
      <p>
        {sample.specimen}, {sample.container}. The patient is told by mail that a new sample is needed, free
        of charge, and why.
      </p>
      <SelectField
        id="reject-reason"
        label="Why can it not be used?"
        value={reason}
        options={[
          { value: '', label: 'Choose a reason' },
          ...rejectionReasons.map((one) => ({ value: one, label: reasonWords[one] })),
        ]}
        onChosen={(value) => setReason(rejectionReasons.find((one) => one === value) ?? '')}
        error={looked ? noReason : null}
      />
      <TextArea
        id="reject-note"
        label="In your own words"
        hint="The patient reads this."
        optional={reason !== 'other'}
        rows={2}
        maxLength={300}
        value={note}
        onText={setNote}
        error={looked ? noNote : null}
      />
    </Dialog>
  )
}
