import type { LabReport } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { type Act, useAct } from '../../lib/act.ts'
import { useAskedBeforeLeaving } from '../../lib/leave-ask.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedNote } from '../../lib/typed-note.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'
import { NotDone } from '../../ui/not-done.tsx'
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
        <DialogButtons working={doing.working} workingText="Working" onDo={onSend} onLeave={onClose}>
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
      toast.success('The result is released')
      onDone()
    })
  }

  return (
    <ActFrame
      title={`Release ${report.test}?`}
      button="Release"
      doing={doing}
      onSend={send}
      onClose={onClose}
    >
      <p>
        The patient can read it at once, and its PDF is made. It cannot be changed any more, only corrected by
        a new version.
      </p>
      {isSensitive ? (
        <CounselFields
          report={report}
          by={by}
          onBy={setBy}
          note={needsNote ? note : null}
          onNote={setNote}
          noteError={looked && isNoteMissing ? 'Write it in a few words.' : null}
          byError={looked && isMissing ? 'Choose who does.' : ''}
        />
      ) : null}
    </ActFrame>
  )
}

const words = {
  send_back: {
    title: 'Send it back?',
    says: 'It becomes a draft again, to be entered and verified anew.',
    button: 'Send it back',
    done: 'The report is a draft again',
    act: sendBack,
  },
  correct: {
    title: 'Correct this report?',
    says: 'A new version begins with the same values. The patient reads the old one until the new one is entered, verified and released; then whoever read it is told by mail.',
    button: 'Begin the correction',
    done: 'The correction has begun',
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
        label="Why?"
        hint={act === 'correct' ? 'The patient reads this, also on the new PDF.' : 'Only the lab reads this.'}
        maxLength={300}
        value={reason}
        onText={setReason}
        error={looked && isMissing ? 'Write why, in a few words.' : null}
      />
    </ActFrame>
  )
}
