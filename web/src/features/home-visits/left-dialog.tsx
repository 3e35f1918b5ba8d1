import type { RoundVisit, Untaken, UntakenReason } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Button } from '../../components/button.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { FieldError } from '../../components/field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/home-visits.ts'
import { inOneLine, untakenWords } from './policy.ts'

type LeftProps = {
  tube: RoundVisit['tubes'][number]
  /** The reason given before. */
  before: Untaken | undefined
  onClose: () => void
  /** Null means it will be taken after all. */
  onLeft: (why: Untaken | null) => void
}

/** Why one specimen cannot be taken while others can. The patient reads it. */
export function LeftDialog({ tube, before, onClose, onLeft }: LeftProps) {
  const [reason, setReason] = useState<UntakenReason | null>(before?.reason ?? null)
  const [note, setNote] = useState(before?.note ?? '')
  const [looked, setLooked] = useState(false)
  const words = inOneLine(note)
  const noWords = words.length > 0 || reason === 'other' ? words.length < 3 : false

  function leave(): void {
    setLooked(true)
    if (!reason || noWords) return
    onLeft({ accession: tube.accession, reason, note: words === '' ? null : words })
  }

  return (
    <ActDialog title={copy.leftTitle} onClose={onClose} button={copy.leftDo} leave={copy.goBack} onDo={leave}>
      <fieldset className="space-y-3">
        <legend className="mb-3">
          <b>{tube.container}</b>
          <span className="text-muted block">
            {tube.specimen} · <span className="tabular-nums">{tube.accession}</span>
          </span>
        </legend>
        {looked && !reason ? <FieldError id="left-reason">{copy.reasonMissing}</FieldError> : null}
        {reasons.map((one) => (
          <RadioCard
            key={one}
            name="left-reason"
            value={one}
            checked={reason === one}
            onChosen={() => setReason(one)}
            title={untakenWords[one]}
          />
        ))}
      </fieldset>
      <TextArea
        id="left-note"
        label={copy.leftNoteLabel}
        hint={copy.leftNoteHint}
        optional={reason !== 'other'}
        rows={2}
        maxLength={200}
        value={note}
        onText={setNote}
        error={looked && noWords ? copy.leftNoteMissing : null}
      />
      {before ? (
        <div className="-ml-3">
          <Button look="quiet" onClick={() => onLeft(null)}>
            {copy.leftUndo}
          </Button>
        </div>
      ) : null}
    </ActDialog>
  )
}

/** The most frequent reasons come first. */
const reasons = Object.keys(untakenWords) as UntakenReason[]
