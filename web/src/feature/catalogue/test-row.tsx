import type { LabTest } from '@labalaba/contract'
import { useId } from 'react'
import { counted, nairaTwo } from '../../lib/format.ts'
import {
  CheckIcon,
  ChevronDownIcon,
  ClipboardIcon,
  ClockIcon,
  FastingIcon,
  InfoIcon,
  PlusIcon,
} from '../../ui/icons.tsx'
import { fastingWords, readyWords } from './rules.ts'
import { TestFacts } from './test-facts.tsx'

export type TestRowProps = {
  test: LabTest
  selected: boolean
  /** Done at the chosen location, or none is chosen yet. */
  here: boolean
  now: Date
  /** What it is and asks for is in sight. */
  open: boolean
  onOpen: (code: string) => void
  onToggle: (test: LabTest) => void
}

/** One test with its price, what it asks of the patient, and the button that selects it. */
export function TestRow({ test, selected, here, now, open, onOpen, onToggle }: TestRowProps) {
  const factsId = useId()
  const ground = selected ? 'border-l-indigo bg-indigo-tint' : `border-l-transparent ${here ? '' : 'bg-sand'}`
  return (
    <div className={`border-b-hair border-b border-l-4 pt-2 pr-3 pb-3 pl-3 md:pr-4 ${ground}`}>
      <div className="flex items-start justify-between gap-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? factsId : undefined}
          onClick={() => onOpen(test.code)}
          className="text-input rounded-field flex min-h-12 min-w-0 items-center gap-1 text-left leading-5 font-semibold hover:underline"
        >
          <span className="min-w-0">
            {test.testName}
            <ChevronDownIcon
              size={16}
              className={`text-muted ml-1 inline-block ${open ? 'rotate-180' : ''}`}
            />
          </span>
        </button>
        <span className="figures text-input flex min-h-12 items-center font-semibold">
          {nairaTwo(test.amount)}
        </span>
      </div>
      <div className="mt-1 flex items-end justify-between gap-3">
        <TestHints test={test} here={here} now={now} />
        <SelectButton test={test} selected={selected} disabled={!here && !selected} onToggle={onToggle} />
      </div>
      {open ? <TestFacts test={test} now={now} id={factsId} /> : null}
    </div>
  )
}

function TestHints({ test, here, now }: Pick<TestRowProps, 'test' | 'here' | 'now'>) {
  const fasts = test.fastingHours > 0
  return (
    <ul className="min-w-0 text-[0.875rem] leading-5">
      {here ? null : (
        <li className="text-warn flex items-start gap-1.5 font-semibold">
          <InfoIcon size={16} className="mt-0.5" />
          Not done at this location
        </li>
      )}
      {test.kind === 'package' ? (
        <li className="flex items-start gap-1.5 font-semibold">
          <ClipboardIcon size={16} className="text-indigo mt-0.5" />
          Package of {counted(test.includes.length, 'test')}
        </li>
      ) : null}
      <li className={`flex items-start gap-1.5 ${fasts ? 'text-warn font-semibold' : 'text-muted'}`}>
        {fasts ? <FastingIcon size={16} className="mt-0.5" /> : <CheckIcon size={16} className="mt-0.5" />}
        {fastingWords(test.fastingHours)}
      </li>
      <li className="text-muted flex items-start gap-1.5">
        <ClockIcon size={16} className="mt-0.5" />
        {readyWords(test.turnaroundHours, now)}
      </li>
    </ul>
  )
}

type SelectButtonProps = Pick<TestRowProps, 'test' | 'selected' | 'onToggle'> & { disabled: boolean }

/** Plain once selected, so that Proceed stays the one solid button of the screen. */
function SelectButton({ test, selected, disabled, onToggle }: SelectButtonProps) {
  const look = disabled
    ? 'border-2 border-dashed border-border text-muted cursor-not-allowed'
    : selected
      ? 'text-indigo hover:bg-card'
      : 'bg-card text-indigo inset-ring-2 inset-ring-indigo hover:bg-indigo-tint'
  return (
    <button
      type="button"
      aria-pressed={selected}
      disabled={disabled}
      onClick={() => onToggle(test)}
      className={`rounded-button text-input inline-flex min-h-12 min-w-29 shrink-0 items-center justify-center gap-1.5 px-3 font-semibold ${look}`}
    >
      {selected ? <CheckIcon /> : <PlusIcon />}
      {selected ? 'Selected' : 'Select'}
      <span className="sr-only"> {test.testName}</span>
    </button>
  )
}
