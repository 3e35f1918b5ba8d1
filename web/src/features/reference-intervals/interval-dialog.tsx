import { type Age, longestMethod, type MeasuredLine } from '@labalaba/contract'
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
import { nextTyped, readTyped, type TypedInterval } from './policy.ts'
import { saveIntervals } from './queries.ts'
import {
  catalogueSentence,
  draftOf,
  type IntervalsDraft,
  inAnotherUnit,
  type KeyedInterval,
  rowsIn,
  typedInRows,
} from './unit-draft.ts'

type DialogProps = { line: MeasuredLine; onClose: () => void; onSaved: () => void }

/**
 * Edits the lab's own reference intervals of an analyte, by sex and age, the unit in which the lab reports it, and how the lab
 * measures it. A line with choices has only a method.
 */
export function IntervalDialog({ line, onClose, onSaved }: DialogProps) {
  const [draft, setDraft] = useTypedState(`interval ${JSON.stringify(line)}`, () => draftOf(line))
  const [method, setMethod] = useTypedState(`method ${JSON.stringify(line)}`, line.method ?? '')
  const [looked, setLooked] = useState(false)
  const act = useAct()
  const hasIntervals = line.kind === 'quantity'
  const rows = hasIntervals ? (rowsIn(draft, draft.ucum) ?? []) : []
  const isOtherUnit = draft.ucum !== line.ucum
  const unit = line.units.find(({ ucum }) => ucum === draft.ucum) ?? line
  const read = readTyped(typedInRows(rows))
  const wrong = { ...wrongFields(act.failure), ...(looked ? read.wrong : {}) }
  const shownAtFields = Object.keys(wrong).length > 0

  function change(next: IntervalsDraft): void {
    setDraft(next)
    setLooked(false)
    act.forget()
  }
  function changeRows(next: readonly KeyedInterval[]): void {
    change({ ...draft, byUnit: { ...draft.byUnit, [draft.ucum ?? '']: next } })
  }
  function save(): void {
    setLooked(true)
    act.forget()
    if (Object.keys(read.wrong).length > 0) return
    act.run(async () => {
      await saveIntervals(line, { own: read.own, reportIn: draft.ucum, method })
      toast.success(isOtherUnit ? copy.unitSaved : copy.intervalsSaved)
      onSaved()
    })
  }

  return (
    <ActDialog
      wide
      title={`${line.name}, ${line.test}`}
      onClose={onClose}
      button={hasIntervals ? copy.intervalsSave : copy.methodSave}
      workingText={shared.saving}
      act={{ working: act.working, failure: shownAtFields ? null : act.failure }}
      failed={{ title: copy.intervalsFailed }}
      onDo={save}
    >
      <Field
        label={copy.methodLabel}
        hint={copy.methodHint}
        optional
        autoComplete="off"
        maxLength={longestMethod}
        value={method}
        onText={setMethod}
        error={wrong['method.to']}
      />
      {line.units.length > 0 ? (
        <SelectField
          label={copy.reportedIn}
          value={draft.ucum ?? ''}
          options={line.units.map(({ ucum, unit: label }) => ({ value: ucum, label }))}
          error={wrong.reportIn}
          onChosen={(ucum) => change(inAnotherUnit(draft, ucum, line))}
        />
      ) : null}
      {hasIntervals ? (
        <div aria-live="polite" className="space-y-3">
          {isOtherUnit ? <p>{fill(copy.unitWillChange, { unit: unit.unit ?? '' })}</p> : null}
          <p className="text-muted">{catalogueSentence(unit)}</p>
        </div>
      ) : null}
      {rows.map(({ key, typed }, index) => (
        <IntervalFields
          key={`${draft.ucum} ${key}`}
          number={index + 1}
          unit={unit.unit}
          typed={typed}
          wrong={wrong[String(index)]}
          onTyped={(next) => changeRows(rows.map((one) => (one.key === key ? { key, typed: next } : one)))}
          onRemoved={() => changeRows(rows.filter((one) => one.key !== key))}
        />
      ))}
      {hasIntervals && rows.length === 0 && unit.catalogue !== null ? <p>{copy.noneOfOwn}</p> : null}
      {hasIntervals ? (
        <Button
          wide
          onClick={() => {
            const last = rows.at(-1)
            changeRows([...rows, { key: (last?.key ?? 0) + 1, typed: nextTyped(last?.typed) }])
          }}
        >
          {copy.addInterval}
        </Button>
      ) : null}
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
const ageUnits = [
  { value: 'years', label: copy.years },
  { value: 'months', label: copy.months },
  { value: 'days', label: copy.days },
  { value: 'hours', label: copy.hours },
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
        options={ageUnits}
        onChosen={(chosen) =>
          onTyped(amount, ageUnits.find(({ value }) => value === chosen)?.value ?? 'years')
        }
      />
    </div>
  )
}
