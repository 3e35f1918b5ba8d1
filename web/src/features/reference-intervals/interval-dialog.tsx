import type { MeasuredLine } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/reference-intervals.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { IntervalFields } from './interval-fields.tsx'
import { catalogueWords, nextTyped, readTyped, type TypedInterval, typedOf } from './policy.ts'
import { saveIntervals, wrongOnes } from './queries.ts'

type DialogProps = { line: MeasuredLine; onClose: () => void; onSaved: () => void }
/** Each interval has a stable key, so that its fields keep their state if one above is removed. */
type KeyedInterval = { readonly key: number; readonly typed: TypedInterval }

function startOf({ own }: MeasuredLine): KeyedInterval[] {
  const typed = own.length > 0 ? own.map(typedOf) : [nextTyped(undefined)]
  return typed.map((one, key) => ({ key, typed: one }))
}

/** Edits the lab's own reference intervals of an analyte, by sex and age. */
export function IntervalDialog({ line, onClose, onSaved }: DialogProps) {
  const [kept, setKept] = useTypedState(`interval ${JSON.stringify(line)}`, () => startOf(line))
  const [looked, setLooked] = useState(false)
  const act = useAct()
  const read = readTyped(kept.map(({ typed }) => typed))
  const wrong = { ...wrongOnes(act.failure), ...(looked ? read.wrong : {}) }
  const isTold = Object.keys(wrong).length > 0
  const words = catalogueWords(line)

  function change(next: KeyedInterval[]): void {
    setKept(next)
    setLooked(false)
    act.forget()
  }
  function save(): void {
    setLooked(true)
    act.forget()
    if (Object.keys(read.wrong).length > 0) return
    act.run(async () => {
      await saveIntervals(line, read.own)
      toast.success(copy.intervalsSaved)
      onSaved()
    })
  }

  return (
    <Dialog
      wide
      title={`${line.name}, ${line.test}`}
      onClose={onClose}
      actions={
        <DialogButtons working={act.working} workingText={shared.saving} onDo={save} onLeave={onClose}>
          {copy.intervalsSave}
        </DialogButtons>
      }
    >
      <NotDone failure={isTold ? null : act.failure} title={copy.intervalsFailed} />
      <p className="text-muted">
        {words.length > 0 ? `${fill(copy.catalogueSays, { intervals: words.join('. ') })} ` : null}
        {copy.catalogueIsForAdults}
      </p>
      {kept.map(({ key, typed }, index) => (
        <IntervalFields
          key={key}
          number={index + 1}
          unit={line.unit}
          typed={typed}
          wrong={wrong[String(index)]}
          onTyped={(next) => change(kept.map((one) => (one.key === key ? { key, typed: next } : one)))}
          onRemoved={() => change(kept.filter((one) => one.key !== key))}
        />
      ))}
      {kept.length === 0 ? <p>{copy.noneOfOwn}</p> : null}
      <Button
        wide
        onClick={() => {
          const last = kept.at(-1)
          change([...kept, { key: (last?.key ?? 0) + 1, typed: nextTyped(last?.typed) }])
        }}
      >
        {copy.addInterval}
      </Button>
      {isTold ? (
        <p role="alert" className="text-error font-semibold">
          {copy.intervalsWrong}
        </p>
      ) : null}
    </Dialog>
  )
}
