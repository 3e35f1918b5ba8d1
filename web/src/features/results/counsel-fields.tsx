import type { LabReport } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Segmented } from '../../components/choices.tsx'
import { Field } from '../../components/field.tsx'
import * as copy from '../../copy/results.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'

/** Who talks with the patient about a result. */
export type Talks = 'lab' | 'doctor'

const counsels = [
  { value: 'lab', label: copy.counselLab },
  { value: 'doctor', label: copy.counselDoctor },
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
      <Banner tone="warn" title={fill(copy.counselSensitive, { reason: sensitive ?? '' })}>
        <p>{copy.counselNeeded}</p>
      </Banner>
      {doctorTalked ? (
        <Banner tone="info" title={fill(copy.counselDone, { doctor: doctorTalked.by })}>
          <p>{fill(copy.counselNoted, { note: doctorTalked.note, at: dayAndTime(doctorTalked.at) })}</p>
        </Banner>
      ) : null}
      {doctorMayTalk ? (
        <>
          <Segmented legend={copy.counselWho} name="counsel" value={by} choices={counsels} onChosen={onBy} />
          <p role="status" className="text-error min-h-6 font-semibold">
            {byError}
          </p>
        </>
      ) : (
        <p>
          <b>{copy.counselByLab}</b> {doctorTalked ? copy.counselNoConsentNow : copy.counselNoConsent}
        </p>
      )}
      {note === null ? null : (
        <Field
          id="counsel-note"
          label={copy.counselNote}
          hint={copy.counselNoteHint}
          maxLength={300}
          value={note}
          onText={onNote}
          error={noteError}
        />
      )}
    </div>
  )
}
