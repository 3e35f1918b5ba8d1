import { type LabOrder, type LabSpecimen, type RejectionReason, rejectionReasons } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/specimens.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
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
  const noReason = reason === '' ? copy.rejectReasonMissing : null
  const noNote = reason === 'other' && note.trim().length < 3 ? copy.rejectNoteMissing : null

  function send(): void {
    setLooked(true)
    if (noReason || noNote) document.getElementById(noReason ? 'reject-reason' : 'reject-note')?.focus()
    else if (reason !== '')
      act.run(async () => {
        onRejected(await reject(sample, reason, note))
        toast.success(copy.rejectDone)
      })
  }

  return (
    <ActDialog
      title={fill(copy.rejectTitle, { accession: sample.accession })}
      onClose={onClose}
      button={copy.rejectDo}
      look="danger"
      workingText={copy.rejecting}
      act={act}
      failed={{ title: copy.rejectFailed, offline: shared.networkDropped }}
      onDo={send}
    >
      <p>{fill(copy.rejectSays, { specimen: sample.specimen, container: sample.container })}</p>
      <SelectField
        id="reject-reason"
        label={copy.rejectReasonLabel}
        value={reason}
        options={[
          { value: '', label: copy.rejectReasonNone },
          ...rejectionReasons.map((one) => ({ value: one, label: reasonWords[one] })),
        ]}
        onChosen={(value) => setReason(rejectionReasons.find((one) => one === value) ?? '')}
        error={looked ? noReason : null}
      />
      <TextArea
        id="reject-note"
        label={copy.rejectNoteLabel}
        hint={copy.rejectNoteHint}
        optional={reason !== 'other'}
        rows={2}
        maxLength={300}
        value={note}
        onText={setNote}
        error={looked ? noNote : null}
      />
    </ActDialog>
  )
}
