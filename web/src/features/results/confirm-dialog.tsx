import { confirmationLength, type LabReport } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Field } from '../../components/field.tsx'
import * as copy from '../../copy/results.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useLeaveWarning, useTypedState } from '../../lib/typed-state.ts'
import { toConfirm } from './policy.ts'
import { verify } from './queries.ts'

type DialogProps = { report: LabReport; preliminary: boolean; onClose: () => void; onDone: () => void }

/** Verifies a report with values that hardly any patient has: the verifier says why each of them is right. */
export function ConfirmDialog({ report, preliminary, onClose, onDone }: DialogProps) {
  // A reason is for the value as it was entered: another entry begins with none.
  const about = `confirm ${report.id} ${report.versions[0]?.enteredAt}`
  const [typed, setTyped] = useTypedState<Readonly<Record<number, string>>>(about, {})
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const values = toConfirm(report)
  const reasonOf = (position: number) => (typed[position] ?? '').trim()
  const lacks = (position: number) => reasonOf(position).length < confirmationLength.min
  useLeaveWarning(Object.values(typed).some((reason) => reason.trim() !== ''))

  function send(): void {
    setLooked(true)
    const first = values.find(({ position }) => lacks(position))
    if (first) {
      document.getElementById(`confirm-${first.position}`)?.focus()
      return
    }
    doing.run(async () => {
      const confirmed = values.map(({ position }) => ({ position, reason: reasonOf(position) }))
      await verify(report, preliminary, confirmed)
      setTyped({})
      toast.success(preliminary ? copy.verifyPreliminaryDone : copy.verifyDone)
      onDone()
    })
  }

  return (
    <ActDialog
      title={fill(copy.confirmTitle, { test: report.test })}
      button={preliminary ? copy.verifyPreliminary : copy.verify}
      workingText={copy.verifying}
      act={doing}
      onDo={send}
      onClose={onClose}
    >
      <p>{copy.confirmSays}</p>
      {values.map(({ position, name, value, unit, check }) => (
        <Field
          key={position}
          id={`confirm-${position}`}
          label={fill(copy.confirmWhy, { name, value: unit ? `${value} ${unit}` : value })}
          hint={fill(copy.confirmHint, { check })}
          maxLength={confirmationLength.max}
          autoComplete="off"
          value={typed[position] ?? ''}
          onText={(reason) => setTyped({ ...typed, [position]: reason })}
          error={looked && lacks(position) ? copy.confirmMissing : null}
        />
      ))}
    </ActDialog>
  )
}
