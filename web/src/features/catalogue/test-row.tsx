import './test-row.css'
import type { LabTest } from '@labalaba/contract'
import { memo, type Ref, useId } from 'react'
import { Facts } from '../../components/card.tsx'
import * as copy from '../../copy/catalogue.ts'
import { fill, plural } from '../../lib/fill.ts'
import { nairaTwo } from '../../lib/format.ts'
import { fastingWords, readyDay, readyWords } from './policy.ts'

type Place = {
  ref: Ref<HTMLLIElement>
  index: number
  /** The number of lines in the list. */
  count: number
  /** Pixels from the top of the list. */
  start: number
}

/** The attributes that give a line its position in the list, as only a few lines are rendered. */
export function placed({ ref, index, count, start }: Place) {
  const attributes = { 'data-index': index, 'aria-setsize': count, 'aria-posinset': index + 1 }
  return {
    ref,
    ...attributes,
    className: 'absolute inset-x-0 block [contain:layout_style]',
    style: { top: start },
  }
}

export type TestRowProps = Place & {
  test: LabTest
  selected: boolean
  /** Done at the chosen location, or no location is chosen yet. */
  here: boolean
  /** The selected package that includes this test, if any. */
  within: string | undefined
  now: Date
  /** Its details are open. */
  open: boolean
  onOpen: (code: string) => void
  /** Undefined if the lab takes no bookings. */
  onToggle: ((test: LabTest) => void) | undefined
}

/**
 * One test with its price, what it needs from the patient, and the button that selects it. A fast swipe renders ten of
 * these in a moment, so a row has few elements: its icons are backgrounds, its lines are blocks without list markers, and
 * it rerenders only when it changes.
 */
export const TestRow = memo(function TestRow(props: TestRowProps) {
  const { test, selected, here, now, open, onOpen, onToggle } = props
  const factsId = useId()
  const ground = selected
    ? 'border-l-indigo bg-indigo-tint'
    : `border-l-transparent ${here ? 'bg-card' : 'bg-sand'}`
  const { className, ...place } = placed(props)
  return (
    <li
      {...place}
      className={`${className} border-b-hair border-b border-l-4 pt-2 pr-3 pb-3 pl-3 md:pr-4 ${ground}`}
    >
      <div className="flex justify-between gap-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? factsId : undefined}
          onClick={() => onOpen(test.code)}
          className="test-name text-input rounded-field min-h-12 min-w-0 text-left leading-5 font-semibold hover:underline"
        >
          {test.testName}
        </button>
        <span className="figures text-input leading-12 font-semibold">{nairaTwo(test.amount)}</span>
      </div>
      <div className="mt-1 flex items-end justify-between gap-2">
        <TestHints {...props} />
        {onToggle ? (
          <SelectButton test={test} selected={selected} disabled={!here && !selected} onToggle={onToggle} />
        ) : null}
      </div>
      {open ? <TestFacts test={test} now={onToggle && now} id={factsId} /> : null}
    </li>
  )
})

function TestHints({ test, selected, here, within, now, onToggle }: TestRowProps) {
  const fasts = test.fastingHours > 0
  return (
    <ul className="min-w-0 text-[0.875rem] leading-5">
      {here ? null : (
        <li className="test-hint test-hint-note text-warn font-semibold">{copy.notAtLocation}</li>
      )}
      {within === undefined ? null : (
        <li className="test-hint test-hint-note text-warn font-semibold">
          {selected ? fill(copy.alsoInPackage, { name: within }) : fill(copy.partOfPackage, { name: within })}
        </li>
      )}
      {test.kind === 'package' ? (
        <li className="test-hint test-hint-package font-semibold">
          {plural(copy.packageOf, test.includes.length)}
        </li>
      ) : null}
      <li
        className={`test-hint ${fasts ? 'test-hint-fasting text-warn font-semibold' : 'test-hint-free text-muted'}`}
      >
        {fastingWords(test.fastingHours)}
      </li>
      {onToggle ? (
        <li className="test-hint test-hint-ready text-muted">{readyWords(test.turnaroundHours, now)}</li>
      ) : null}
    </ul>
  )
}

type SelectButtonProps = Pick<TestRowProps, 'test' | 'selected'> & {
  disabled: boolean
  onToggle: (test: LabTest) => void
}

/** Plain once selected, so that Proceed remains the only solid button of the screen. */
function SelectButton({ test, selected, disabled, onToggle }: SelectButtonProps) {
  const classes = disabled
    ? 'test-select-off border-2 border-dashed border-border text-muted cursor-not-allowed'
    : selected
      ? 'test-select-on text-indigo hover:bg-card'
      : 'bg-card text-indigo inset-ring-2 inset-ring-indigo hover:bg-indigo-tint'
  return (
    <button
      type="button"
      aria-pressed={selected}
      aria-label={fill(selected ? copy.selectedTest : copy.selectTest, { name: test.testName })}
      disabled={disabled}
      onClick={() => onToggle(test)}
      className={`test-select rounded-button text-input min-h-12 min-w-28 shrink-0 px-2 font-semibold ${classes}`}
    >
      {selected ? copy.selected : copy.select}
    </button>
  )
}

const forWhom = { any: '', male: copy.menOnly, female: copy.womenOnly } as const

type TestFactsProps = {
  test: LabTest
  /** Undefined if nothing can be booked, so that no date is promised. */
  now: Date | undefined
  id: string
}

/** The details a patient would ask about, shown within the list. */
function TestFacts({ test, now, id }: TestFactsProps) {
  const within =
    test.includes.length > 0
      ? [
          {
            label: plural(copy.factTestsIn, test.includes.length),
            value: <TestsIn names={test.includes} />,
          },
        ]
      : []
  const lines = [
    { label: copy.factSummary, value: test.summary },
    ...within,
    { label: copy.factAlsoCalled, value: test.alsoKnownAs.join(', ') },
    { label: copy.sample, value: test.specimen === 'None' ? copy.noSample : test.specimen },
    { label: copy.preparation, value: test.preparation },
    {
      label: copy.factResult,
      value: now ? fill(copy.readyByIfToday, { day: readyDay(test.turnaroundHours, now) }) : '',
    },
    { label: copy.factAtHome, value: test.homeCollection ? copy.canBeAtHome : copy.atLabOnly },
    { label: copy.factFor, value: forWhom[test.sex] },
  ]
  return (
    <div id={id} className="text-small border-hair mt-2 border-t">
      <Facts lines={lines.filter((line) => line.value !== '')} />
    </div>
  )
}

function TestsIn({ names }: { names: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1 pl-5">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
