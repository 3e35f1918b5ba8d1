import type { LabReport } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/results.ts'
import { type Act, useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useAskedBeforeLeaving, useTypedNote, useTypedState } from '../../lib/typed-state.ts'
import { CounselFields, firstTalks, type Talks } from './counsel-fields.tsx'
import { correct, release, sendBack } from './queries.ts'

type DialogProps = { report: LabReport; onClose: () => void; onDone: () => void }

type FrameProps = {
  title: string
  button: string
  doing: Act
  onSend: () => void
  onClose: () => void
  children: ReactNode
}

function ActFrame({ title, button, doing, onSend, onClose, children }: FrameProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <DialogButtons working={doing.working} workingText={copy.acting} onDo={onSend} onLeave={onClose}>
          {button}
        </DialogButtons>
      }
    >
      <NotDone failure={doing.failure} />
      {children}
    </Dialog>
  )
}

/** Releases a report to the patient. Asks for confirmation, as it cannot be undone. */
export function ReleaseDialog({ report, onClose, onDone }: DialogProps) {
  const isSensitive = report.sensitive !== null
  const [by, setBy] = useState<Talks | ''>(firstTalks(report))
  const [note, setNote] = useTypedNote(`release of ${report.id}`)
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const needsNote = isSensitive && !(by === 'doctor' && report.doctorTalked)
  const isNoteMissing = needsNote && note.trim().length < 3
  const isMissing = isSensitive && by === ''
  useAskedBeforeLeaving(note.trim() !== '')

  function send(): void {
    setLooked(true)
    if (isMissing) return
    if (isNoteMissing) {
      document.getElementById('counsel-note')?.focus()
      return
    }
    doing.run(async () => {
      await release(report, {
        counselledBy: isSensitive && by !== '' ? by : null,
        ...(needsNote && { note: note.trim() }),
      })
      setNote('')
      toast.success(copy.releaseDone)
      onDone()
    })
  }

  return (
    <ActFrame
      title={fill(copy.releaseTitle, { test: report.test })}
      button={copy.release}
      doing={doing}
      onSend={send}
      onClose={onClose}
    >
      <p>{copy.releaseSays}</p>
      {isSensitive ? (
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
    </ActFrame>
  )
}

const words = {
  send_back: {
    title: copy.sendBackTitle,
    says: copy.sendBackSays,
    button: copy.sendBackButton,
    done: copy.sendBackDone,
    act: sendBack,
  },
  correct: {
    title: copy.correctTitle,
    says: copy.correctSays,
    button: copy.correctButton,
    done: copy.correctDone,
    act: correct,
  },
} as const

/** An act on a report that needs a reason. */
export function ReasonDialog({ act, report, onClose, onDone }: DialogProps & { act: keyof typeof words }) {
  const { title, says, button, done, act: perform } = words[act]
  const [reason, setReason] = useTypedState(`${act} ${report.id}`, '')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const isMissing = reason.trim().length < 3

  function send(): void {
    setLooked(true)
    if (isMissing) {
      document.getElementById('result-reason')?.focus()
      return
    }
    doing.run(async () => {
      await perform(report, reason.trim())
      toast.success(done)
      onDone()
    })
  }

  return (
    <ActFrame title={title} button={button} doing={doing} onSend={send} onClose={onClose}>
      <p>{says}</p>
      <Field
        id="result-reason"
        label={copy.reasonLabel}
        hint={act === 'correct' ? copy.reasonHintForPatient : copy.onlyLabReads}
        maxLength={300}
        value={reason}
        onText={setReason}
        error={looked && isMissing ? copy.reasonMissing : null}
      />
    </ActFrame>
  )
}
