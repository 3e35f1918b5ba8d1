import type { LabReport } from '@labalaba/contract'
import { dayAndTime } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Segmented } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'

/** Who talks with the patient about a result. */
export type Talks = 'lab' | 'doctor'

const counsels = [
  { value: 'lab', label: 'The lab' },
  { value: 'doctor', label: 'The doctor' },
] as const

/** The default: the lab if no doctor may talk, the doctor who has recorded a talk, else no choice. */
export function firstTalks({ doctorMayTalk, doctorTalked }: LabReport): Talks | '' {
  if (!doctorMayTalk) return 'lab'
  return doctorTalked ? 'doctor' : ''
}

type FieldsProps = {
  report: LabReport
  by: Talks | ''
  onBy: (by: Talks | '') => void
  /** Null if the doctor's own note is used. */
  note: string | null
  onNote: (note: string) => void
  noteError: string | null
  byError: string
}

/** Who talks with the patient about a sensitive result that is released, and the note of it. */
export function CounselFields({ report, by, onBy, note, onNote, noteError, byError }: FieldsProps) {
  const { sensitive, doctorMayTalk, doctorTalked } = report
  return (
    <div className="space-y-3">
      <Banner tone="warn" title={`A sensitive result: ${sensitive}`}>
        <p>Somebody must be there to talk with the patient about it.</p>
      </Banner>
      {doctorTalked ? (
        <Banner tone="info" title={`${doctorTalked.by} has talked with the patient`}>
          <p>
            “{doctorTalked.note}” Noted {dayAndTime(doctorTalked.at)}.
          </p>
        </Banner>
      ) : null}
      {doctorMayTalk ? (
        <>
          <Segmented
            legend="Who talks with the patient?"
            name="counsel"
            value={by}
            choices={counsels}
            onChosen={onBy}
          />
          <p role="status" className="text-error min-h-6 font-semibold">
            {byError}
          </p>
        </>
      ) : (
        <p>
          <b>Your lab talks with the patient.</b>{' '}
          {doctorTalked
            ? 'The patient no longer lets the doctor who booked read sensitive results.'
            : 'It can be left to the doctor who booked only where the patient lets that doctor read sensitive results.'}
        </p>
      )}
      {note === null ? null : (
        <Field
          id="counsel-note"
          label="What was said or agreed, by whom and when?"
          hint="Only the lab reads this. It is kept with your name."
          maxLength={300}
          value={note}
          onText={onNote}
          error={noteError}
        />
      )}
    </div>
  )
}
