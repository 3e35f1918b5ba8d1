import type { LabReport } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { type Act, useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Segmented } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'
import { NotDone } from '../../ui/not-done.tsx'
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

const counsels = [
  { value: 'lab', label: 'The lab' },
  { value: 'doctor', label: 'The doctor' },
] as const

/** Gives a report to the patient: asked once, as it cannot be taken back. */
export function ReleaseDialog({ report, onClose, onDone }: DialogProps) {
  const isSensitive = report.sensitive !== null
  const [by, setBy] = useState<'lab' | 'doctor' | ''>(report.doctorMayTalk ? '' : 'lab')
  const [note, setNote] = useState('')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const isNoteMissing = isSensitive && note.trim().length < 3
  const isMissing = isSensitive && by === ''

  function send(): void {
    setLooked(true)
    if (isMissing) return
    if (isNoteMissing) {
      document.getElementById('counsel-note')?.focus()
      return
    }
    doing.run(async () => {
      await release(
        report,
        isSensitive && by !== '' ? { counselledBy: by, note: note.trim() } : { counselledBy: null },
      )
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
      {report.sensitive === null ? null : (
        <div className="space-y-3">
          <Banner tone="warn" title={`A sensitive result: ${report.sensitive}`}>
            <p>Somebody must be there to talk with the patient about it.</p>
          </Banner>
          {report.doctorMayTalk ? (
            <>
              <Segmented
                legend="Who talks with the patient?"
                name="counsel"
                value={by}
                choices={counsels}
                onChosen={setBy}
              />
              <p role="status" className="text-error min-h-6 font-semibold">
                {looked && isMissing ? 'Choose who does.' : ''}
              </p>
            </>
          ) : (
            <p>
              <b>Your lab talks with the patient.</b> It can be left to the doctor who booked only where the
              patient lets that doctor read sensitive results.
            </p>
          )}
          <Field
            id="counsel-note"
            label="What was said or agreed, by whom and when?"
            hint="Only the lab reads this. It is kept with your name."
            maxLength={300}
            value={note}
            onText={setNote}
            error={looked && isNoteMissing ? 'Write it in a few words.' : null}
          />
        </div>
      )}
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

/** What is done to a report with a reason. */
export function ReasonDialog({ act, report, onClose, onDone }: DialogProps & { act: keyof typeof words }) {
  const { title, says, button, done, act: perform } = words[act]
  const [reason, setReason] = useState('')
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
