import { type ComponentProps, useState } from 'react'
import { useAct } from '../lib/act.ts'
import { toast } from '../lib/toast.ts'
import { useTypedState } from '../lib/typed-state.ts'
import { ActDialog } from './act-dialog.tsx'
import { Field } from './field.tsx'
import { TextArea } from './text-area.tsx'

type ReasonField = {
  id: string
  label: string
  hint: string
  /** The error text while there are fewer than three characters. */
  missing: string
  maxLength: number
  /** For a reason of several lines. */
  rows?: number
}

type ReasonDialogProps = Pick<
  ComponentProps<typeof ActDialog>,
  'title' | 'button' | 'look' | 'workingText' | 'onClose'
> & {
  says: string
  /** Null if the action needs no reason. */
  reason: ReasonField | null
  /** Names the action and its subject, under which the typed reason is restored after a new login. */
  about: string
  /** Gets the trimmed reason, or an empty text if none was asked for. */
  perform: (reason: string) => Promise<void>
  /** The text of the toast after it. */
  done: string
  onDone: () => void
}

/** Asks for confirmation, and mostly for a reason, before an action. */
export function ReasonDialog({ says, reason, about, perform, done, onDone, ...dialog }: ReasonDialogProps) {
  const [text, setText] = useTypedState(about, '')
  const [looked, setLooked] = useState(false)
  const act = useAct()
  const isMissing = reason !== null && text.trim().length < 3

  function send(): void {
    setLooked(true)
    if (isMissing) {
      document.getElementById(reason.id)?.focus()
      return
    }
    act.run(async () => {
      await perform(reason ? text.trim() : '')
      toast.success(done)
      onDone()
    })
  }

  return (
    <ActDialog {...dialog} act={act} onDo={send}>
      <p>{says}</p>
      {reason ? (
        <Reason
          field={reason}
          text={text}
          onText={setText}
          error={looked && isMissing ? reason.missing : null}
        />
      ) : null}
    </ActDialog>
  )
}

type ReasonProps = { field: ReasonField; text: string; onText: (text: string) => void; error: string | null }

function Reason({ field: { missing: _, rows, ...field }, text, onText, error }: ReasonProps) {
  if (rows) return <TextArea {...field} rows={rows} value={text} onText={onText} error={error} />
  return <Field {...field} autoComplete="off" value={text} onText={onText} error={error} />
}
