import type { PriceChange } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/price-lists.ts'
import { useAct } from '../../lib/act.ts'
import { useTypedState } from '../../lib/typed-state.ts'
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
  const wrong = percent === null ? copy.wrongPercentage : null

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
      title={copy.percentageTitle}
      onClose={onClose}
      actions={
        <DialogButtons
          working={act.working}
          workingText={copy.percentageWorking}
          onDo={look}
          onLeave={onClose}
        >
          {copy.percentageLook}
        </DialogButtons>
      }
    >
      <Failed act={act} title={copy.percentageFailed} />
      {none ? (
        <Banner tone="info" title={copy.percentageNothing} announce>
          <p>{copy.percentageRounded}</p>
        </Banner>
      ) : null}
      <Field
        id="percent"
        label={copy.percentageLabel}
        hint={copy.percentageHint}
        width="short"
        autoComplete="off"
        value={typed}
        onText={setTyped}
        error={looked ? wrong : null}
      />
      <SelectField
        label={copy.percentageTests}
        value={department}
        options={[
          { value: '', label: copy.everyTest },
          ...departments.map((one) => ({ value: one, label: one })),
        ]}
        onChosen={setDepartment}
      />
    </Dialog>
  )
}
