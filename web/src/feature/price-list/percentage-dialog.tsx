import type { PriceChange } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Failed } from './failed.tsx'
import { typedPercent } from './policy.ts'
import { previewPercentage } from './queries.ts'

type PercentageProps = {
  departments: readonly string[]
  onClose: () => void
  onPreview: (change: PriceChange) => void
}

/** Asks for a percentage and a department, and leads to a preview of every price. */
export function PercentageDialog({ departments, onClose, onPreview }: PercentageProps) {
  const [typed, setTyped] = useTypedState('percentage', '')
  const [department, setDepartment] = useTypedState('percentage where', '')
  const [looked, setLooked] = useState(false)
  const [none, setNone] = useState(false)
  const act = useAct()
  const percent = typedPercent(typed)
  const wrong = percent === null ? 'Give a percentage from −50 to 100, such as 10, 2.5 or −5.' : null

  function look(): void {
    setLooked(true)
    setNone(false)
    if (percent === null) document.getElementById('percent')?.focus()
    else
      act.run(async () => {
        const change = await previewPercentage(percent, department)
        if (change) onPreview(change)
        else setNone(true)
      })
  }

  return (
    <Dialog
      title="Change prices by a percentage"
      onClose={onClose}
      actions={
        <DialogButtons working={act.working} workingText="Working it out" onDo={look} onLeave={onClose}>
          See the new prices
        </DialogButtons>
      }
    >
      <Failed act={act} title="The new prices were not worked out" />
      {none ? (
        <Banner tone="info" title="No price would change" announce>
          <p>To the nearest ₦50, every price stays what it is.</p>
        </Banner>
      ) : null}
      <Field
        id="percent"
        label="Per cent"
        hint="Prices end on a multiple of ₦50: the nearest, and from the middle upwards. None ends above ₦10,000,000. A minus makes them cheaper."
        width="short"
        autoComplete="off"
        value={typed}
        onText={setTyped}
        error={looked ? wrong : null}
      />
      <SelectField
        label="On which tests"
        value={department}
        options={[
          { value: '', label: 'Every test in your list' },
          ...departments.map((one) => ({ value: one, label: one })),
        ]}
        onChosen={setDepartment}
      />
    </Dialog>
  )
}
