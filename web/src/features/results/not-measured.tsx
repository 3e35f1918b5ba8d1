import { notMeasuredOf, notMeasuredOrder, notMeasuredReasons, notMeasuredWords } from '@labalaba/contract'
import { inputClass } from '../../components/field.tsx'
import * as copy from '../../copy/results.ts'
import { fill } from '../../lib/fill.ts'

type ChoiceProps = { name: string; typed: string; onTyped: (text: string) => void }

/** Whether a line says why it was not measured, so that it needs no field for a value. */
export function isNotMeasured(typed: string): boolean {
  return notMeasuredOf(typed) !== undefined
}

/**
 * The choice of why a line was not measured: a small mark beside an empty line, gone once a value is typed. With a reason it
 * takes the place of the field. It stays the same element, so that it keeps the focus.
 */
export function NotMeasuredChoice({ name, typed, onTyped }: ChoiceProps) {
  const isChosen = isNotMeasured(typed)
  // As large as a thumb; the margins keep the rows as low as without it.
  const mark = `text-muted text-input col-start-2 row-start-1 -mt-4 -mb-1 size-12 appearance-none justify-self-end bg-transparent pt-3 text-center md:col-start-3 md:-my-1 md:pt-0 ${typed.trim() === '' ? '' : 'invisible'}`
  const field = `${inputClass(false)} col-span-2 row-start-3 w-full md:col-span-1 md:col-start-2 md:row-start-1`
  return (
    <select
      aria-label={fill(copy.notMeasuredWhy, { line: name })}
      value={isChosen ? typed : ''}
      data-aside={isChosen ? undefined : true}
      onChange={(event) => onTyped(event.target.value)}
      className={isChosen ? field : mark}
    >
      <option value="">{isChosen ? copy.notMeasuredClear : copy.notMeasuredMark}</option>
      <optgroup label={copy.notMeasured}>
        {notMeasuredOrder.map((reason) => (
          <option key={reason} value={notMeasuredWords(reason)}>
            {notMeasuredReasons[reason]}
          </option>
        ))}
      </optgroup>
    </select>
  )
}
