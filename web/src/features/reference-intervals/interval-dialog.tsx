import type { Age, MeasuredLine } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Button } from '../../components/button.tsx'
import { Field, FieldError } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/reference-intervals.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { wrongFields } from '../../lib/wrong-fields.ts'
import { catalogueWords, nextTyped, readTyped, type TypedInterval, typedOf } from './policy.ts'
import { saveIntervals } from './queries.ts'

type DialogProps = { line: MeasuredLine; onClose: () => void; onSaved: () => void }
/** Each interval has a stable key, so that its fields keep their state if one above is removed. */
type KeyedInterval = { readonly key: number; readonly typed: TypedInterval }

function startOf({ own }: MeasuredLine): KeyedInterval[] {
  const typed = own.length > 0 ? own.map(typedOf) : [nextTyped(undefined)]
  return typed.map((one, key) => ({ key, typed: one }))
}

/** Edits the lab's own reference intervals of an analyte, by sex and age. */
export function IntervalDialog({ line, onClose, onSaved }: DialogProps) {
  const [draft, setDraft] = useTypedState(`interval ${JSON.stringify(line)}`, () => startOf(line))
  const [looked, setLooked] = useState(false)
  const act = useAct()
  const read = readTyped(draft.map(({ typed }) => typed))
  const wrong = { ...wrongFields(act.failure), ...(looked ? read.wrong : {}) }
  const shownAtFields = Object.keys(wrong).length > 0
  const words = catalogueWords(line)

  function change(next: KeyedInterval[]): void {
    setDraft(next)
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
    <ActDialog
      wide
      title={`${line.name}, ${line.test}`}
      onClose={onClose}
      button={copy.intervalsSave}
      workingText={shared.saving}
      act={{ working: act.working, failure: shownAtFields ? null : act.failure }}
      failed={{ title: copy.intervalsFailed }}
      onDo={save}
    >
      <p className="text-muted">
        {words.length > 0 ? `${fill(copy.catalogueSays, { intervals: words.join('. ') })} ` : null}
        {copy.catalogueIsForAdults}
      </p>
      {draft.map(({ key, typed }, index) => (
        <IntervalFields
          key={key}
          number={index + 1}
          unit={line.unit}
          typed={typed}
          wrong={wrong[String(index)]}
          onTyped={(next) => change(draft.map((one) => (one.key === key ? { key, typed: next } : one)))}
          onRemoved={() => change(draft.filter((one) => one.key !== key))}
        />
      ))}
      {draft.length === 0 ? <p>{copy.noneOfOwn}</p> : null}
      <Button
        wide
        onClick={() => {
          const last = draft.at(-1)
          change([...draft, { key: (last?.key ?? 0) + 1, typed: nextTyped(last?.typed) }])
        }}
      >
        {copy.addInterval}
      </Button>
      {shownAtFields ? (
        <p role="alert" className="text-error font-semibold">
          {copy.intervalsWrong}
        </p>
      ) : null}
    </ActDialog>
  )
}

const sexes = [
  { value: '', label: copy.bothSexes },
  { value: 'Female', label: shared.female },
  { value: 'Male', label: shared.male },
] as const
const units = [
  { value: 'years', label: copy.years },
  { value: 'months', label: copy.months },
  { value: 'days', label: copy.days },
] as const

type FieldsProps = {
  number: number
  unit: string | null
  typed: TypedInterval
  wrong: string | undefined
  onTyped: (typed: TypedInterval) => void
  onRemoved: () => void
}

/** One reference interval of the lab: for whom, its limits, and its critical limits. */
function IntervalFields({ number, unit, typed, wrong, onTyped, onRemoved }: FieldsProps) {
  const id = `interval-${number}`
  const set = (changes: Partial<TypedInterval>) => onTyped({ ...typed, ...changes })
  const limits = [
    ['low', copy.low],
    ['high', copy.high],
    ['criticalLow', copy.criticalBelow],
    ['criticalHigh', copy.criticalAbove],
  ] as const
  return (
    <fieldset
      aria-describedby={wrong ? `${id}-error` : undefined}
      className="rounded-button border-hair min-w-0 space-y-3 border p-4"
    >
      <legend className="px-1 font-semibold">
        {fill(copy.intervalNumber, { number })}
        {unit ? <span className="text-muted font-normal"> ({unit})</span> : null}
      </legend>
      {wrong ? <FieldError id={`${id}-error`}>{wrong}</FieldError> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,1.6fr)]">
        <SelectField
          label={copy.sex}
          value={typed.sex}
          options={sexes}
          onChosen={(sex) => set({ sex: sexes.find(({ value }) => value === sex)?.value ?? '' })}
        />
        <AgeFields
          label={copy.fromAge}
          amount={typed.from}
          unit={typed.fromUnit}
          onTyped={(from, fromUnit) => set({ from, fromUnit })}
        />
        <AgeFields
          label={copy.toAge}
          amount={typed.to}
          unit={typed.toUnit}
          onTyped={(to, toUnit) => set({ to, toUnit })}
        />
      </div>
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 sm:grid-cols-[repeat(4,minmax(0,1fr))]">
        {limits.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            inputMode="decimal"
            autoComplete="off"
            maxLength={13}
            value={typed[name]}
            onText={(text) => set({ [name]: text })}
          />
        ))}
      </div>
      <div className="-mb-2 -ml-3">
        <Button look="quiet" onClick={onRemoved}>
          {shared.remove}
          <span className="sr-only"> {fill(copy.removeWhich, { number })}</span>
        </Button>
      </div>
    </fieldset>
  )
}

type AgeProps = {
  label: string
  amount: string
  unit: Age['unit']
  onTyped: (amount: string, unit: Age['unit']) => void
}

function AgeFields({ label, amount, unit, onTyped }: AgeProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] items-end gap-2">
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={amount}
        onText={(text) => onTyped(text, unit)}
      />
      <SelectField
        label={copy.countedIn}
        value={unit}
        options={units}
        onChosen={(chosen) => onTyped(amount, units.find(({ value }) => value === chosen)?.value ?? 'years')}
      />
    </div>
  )
}
