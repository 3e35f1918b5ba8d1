import { type LabReport, type WithdrawalReason, withdrawalReasons } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Banner } from '../../components/banner.tsx'
import { Segmented } from '../../components/choices.tsx'
import { Field } from '../../components/field.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/results.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useLeaveWarning, useTypedNote, useTypedState } from '../../lib/typed-state.ts'
import { withdrawalLabels } from './policy.ts'
import { correct, release, sendBack, withdraw } from './queries.ts'

type DialogProps = { report: LabReport; onClose: () => void; onDone: () => void }

/** Releases a report to the patient. Asks for confirmation, as it cannot be undone. */
export function ReleaseDialog({ report, onClose, onDone }: DialogProps) {
  const [by, setBy] = useState<Talks | ''>(firstTalks(report))
  const [note, setNote] = useTypedNote(`release of ${report.id}`)
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const needsNote = report.needsCounselling && !(by === 'doctor' && report.doctorTalked)
  const isNoteMissing = needsNote && note.trim().length < 3
  const isMissing = report.needsCounselling && by === ''
  useLeaveWarning(note.trim() !== '')

  function send(): void {
    setLooked(true)
    if (isMissing) return
    if (isNoteMissing) {
      document.getElementById('counsel-note')?.focus()
      return
    }
    doing.run(async () => {
      await release(report, {
        counselledBy: report.needsCounselling && by !== '' ? by : null,
        ...(needsNote && { note: note.trim() }),
      })
      setNote('')
      toast.success(copy.releaseDone)
      onDone()
    })
  }

  return (
    <ActDialog
      title={fill(copy.releaseTitle, { test: report.test })}
      button={copy.release}
      workingText={copy.acting}
      act={doing}
      onDo={send}
      onClose={onClose}
    >
      <p>{copy.releaseSays}</p>
      {report.versions[0]?.preliminary ? <p>{copy.releasePreliminarySays}</p> : null}
      {report.needsCounselling ? (
        <CounselFields
          report={report}
          by={by}
          onBy={setBy}
          note={needsNote ? note : null}
          onNote={setNote}
          noteError={looked && isNoteMissing ? copy.releaseNoteMissing : null}
          byError={looked && isMissing ? copy.releaseTalksMissing : ''}
        />
      ) : null}
    </ActDialog>
  )
}

const words = {
  send_back: {
    title: copy.sendBackTitle,
    says: copy.sendBackSays,
    button: copy.sendBackButton,
    done: copy.sendBackDone,
  },
  correct: {
    title: copy.correctTitle,
    says: copy.correctSays,
    button: copy.correctButton,
    done: copy.correctDone,
  },
} as const

/** An act on a report that needs a reason. */
export function ReportReasonDialog({ act, report, ...closing }: DialogProps & { act: keyof typeof words }) {
  return (
    <ReasonDialog
      {...words[act]}
      {...closing}
      workingText={copy.acting}
      reason={{
        id: 'result-reason',
        label: copy.reasonLabel,
        hint: act === 'correct' ? copy.reasonHintForPatient : copy.onlyLabReads,
        missing: copy.reasonMissing,
        maxLength: 300,
      }}
      about={`${act} ${report.id}`}
      perform={(reason) => (act === 'correct' ? correct(report, reason) : sendBack(report, reason))}
    />
  )
}

/** Who talks with the patient about a result. */
type Talks = 'lab' | 'doctor'

const counsels = [
  { value: 'lab', label: copy.counselLab },
  { value: 'doctor', label: copy.counselDoctor },
] as const

/** The default: the lab if no doctor may talk, the doctor who has recorded a talk, else no choice. */
function firstTalks({ doctorMayTalk, doctorTalked }: LabReport): Talks | '' {
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

/** Who talks with the patient about a result that needs counselling, and the note of it. */
function CounselFields({ report, by, onBy, note, onNote, noteError, byError }: FieldsProps) {
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

const options = [
  { value: '', label: copy.withdrawChoose },
  ...withdrawalReasons.map((value) => ({ value, label: withdrawalLabels[value] })),
]

type WithdrawProps = { report: LabReport; number: number; onClose: () => void; onDone: () => void }

/** Withdraws a released result, with a reason that the patient sees and a note for the lab. */
export function WithdrawDialog({ report, number, onClose, onDone }: WithdrawProps) {
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
    <ActDialog
      title={fill(copy.withdrawTitle, { test: report.test })}
      onClose={onClose}
      button={copy.withdrawButton}
      workingText={copy.withdrawing}
      act={doing}
      onDo={send}
    >
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
    </ActDialog>
  )
}
