import { type AnalyteLine, intervalWords, isComment, longestText } from '@labalaba/contract'
import { useState } from 'react'
import { Checkbox } from '../../components/choices.tsx'
import { inputClass } from '../../components/field.tsx'
import { textAreaClass } from '../../components/text-area.tsx'
import * as copy from '../../copy/results.ts'
import { fill, plural } from '../../lib/fill.ts'
import { FlagMark } from './flag-mark.tsx'
import { IsolatesField } from './isolates-field.tsx'
import { CommentField, CommentMark } from './line-comment.tsx'
import { isNotMeasured, NotMeasuredChoice } from './not-measured.tsx'
import { lastWords, markOf, typedWarnings } from './policy.ts'

/** A line of the form: one row from tablets on. */
export const rowClass =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_15rem_minmax(0,1fr)] md:gap-x-4'

type LineProps = {
  id: string
  line: AnalyteLine
  /** The report has only texts, so each may be long. */
  isNarrative: boolean
  typed: string
  /** What the lab says about the line. */
  comment: string
  /** The value that the line gets if it stays empty. */
  calculated: string | undefined
  /** What a lab's system sent for the value, if it was converted; else null. */
  sent: string | null
  /** The method of the version before, if it may be corrected to that of now; else null. */
  otherMethod: string | null
  isMethodNow: boolean
  onMethodNow: (isNow: boolean) => void
  /** Why the typed value does not fit the others; null if it fits. */
  contradiction: string | null
  refused: string | undefined
  onTyped: (text: string) => void
  onCommented: (text: string) => void
}

/**
 * On a phone the flag is next to the name and the field next to the interval, so that many values fit in one view and
 * nothing moves while the user types. From tablets on, everything is in one row.
 */
export function EntryLine(props: LineProps) {
  const { id, line, isNarrative, typed, comment, calculated, contradiction, refused } = props
  const { onTyped, onCommented, otherMethod, isMethodNow, onMethodNow } = props
  const [left, setLeft] = useState(false)
  const [isCommenting, setCommenting] = useState(false)
  const value = typed || (calculated ?? '')
  const mark = markOf(line, value)
  const wrong = refused ?? (left && 'wrong' in mark ? mark.wrong : undefined)
  const warnings = typedWarnings(line, value)
  const isStopped = warnings.some(({ stops }) => stops)
  const isText = line.kind === 'text'
  const charactersLeft = longestText - typed.length
  const described = `${id}-said`
  const wiring = {
    ...{ id, value: typed, onBlur: () => setLeft(true), 'aria-describedby': described },
    'aria-invalid': wrong || (left && isStopped) ? (true as const) : undefined,
    // Enter leads from the last value to the button, past the comment.
    'data-aside': isComment(line) || undefined,
  }
  return (
    <li className={`${rowClass} ${isText ? 'items-start' : 'items-center'}`}>
      <label htmlFor={id} className="contents md:block">
        <LineName line={line} />
      </label>
      <div
        hidden={!isText && isNotMeasured(typed)}
        className={`flex items-center gap-2 md:col-start-2 md:row-start-1 ${line.unit ? 'col-start-2 row-start-2' : `col-span-2 row-start-3 ${isText ? '' : 'md:col-span-1'}`}`}
      >
        {line.kind === 'choice' ? (
          <select
            {...wiring}
            onChange={(event) => onTyped(event.target.value)}
            className={`${inputClass(Boolean(wrong))} w-full`}
          >
            <option value="">–</option>
            {line.choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        ) : line.structure === 'isolates' ? (
          <IsolatesField
            {...{ id, name: line.name, typed, described, onTyped }}
            onLeave={() => setLeft(true)}
          />
        ) : isText ? (
          <textarea
            {...wiring}
            rows={rowsOf(typed, isNarrative ? 3 : 1)}
            maxLength={longestText}
            onChange={(event) => onTyped(event.target.value)}
            className={`${textAreaClass(Boolean(wrong), !isNarrative)} max-h-[70vh]`}
          />
        ) : (
          <input
            {...wiring}
            type="text"
            inputMode={line.kind === 'quantity' ? 'decimal' : undefined}
            autoComplete="off"
            maxLength={60}
            placeholder={calculated && `= ${calculated}`}
            onChange={(event) => onTyped(event.target.value)}
            className={`${inputClass(Boolean(wrong) || (left && isStopped))} figures ${line.unit ? 'w-24 md:w-28' : 'w-full'}`}
          />
        )}
        {line.unit ? <span className="text-muted min-w-15 whitespace-nowrap">{line.unit}</span> : null}
      </div>
      {isText || line.asksPregnancy ? null : (
        <NotMeasuredChoice name={line.name} typed={typed} onTyped={onTyped} />
      )}
      {/* A report in words alone says it in its text. */}
      {isNarrative || value.trim() === '' || isComment(line) || isCommenting || comment !== '' ? null : (
        <CommentMark name={line.name} isText={isText} onOpen={() => setCommenting(true)} />
      )}
      <div
        id={described}
        className={`contents md:flex md:flex-wrap md:items-center md:gap-x-3 md:gap-y-1 ${isText ? 'md:col-span-2 md:col-start-2' : 'md:col-start-3 md:row-start-1 md:min-h-7 md:pr-12'}`}
      >
        {isText && charactersLeft < 1000 ? (
          <span className="text-small text-muted col-span-2">
            {charactersLeft > 0 ? plural(copy.charactersLeft, charactersLeft) : copy.textIsFull}
          </span>
        ) : null}
        {wrong ? (
          <span className="text-error text-small col-span-2 row-start-4 font-semibold">
            {fill(copy.notAValue, { problem: wrong })}
          </span>
        ) : null}
        {'flag' in mark ? (
          <span className="col-start-2 row-start-1 justify-self-end">
            <FlagMark flag={mark.flag} />
          </span>
        ) : null}
        {typed === '' && calculated ? (
          <span className="text-small text-muted col-span-2">
            <span className="sr-only">{calculated} </span>
            {copy.calculatedIfEmpty}
          </span>
        ) : null}
        {[...warnings, ...(contradiction ? [{ words: contradiction, stops: false }] : [])].map(
          ({ words, stops }) => (
            <span
              key={words}
              className={`${stops ? 'text-error' : 'text-warn'} text-small col-span-2 font-semibold whitespace-normal`}
            >
              {words}
            </span>
          ),
        )}
        {props.sent === null ? null : (
          <span className="text-small text-muted figures col-span-2 whitespace-normal">{props.sent}</span>
        )}
        <Last line={line} typed={value} />
      </div>
      {otherMethod === null ? null : (
        <div className="text-small col-span-2 md:col-start-2">
          <Checkbox checked={isMethodNow} onChecked={onMethodNow}>
            {line.method === null
              ? fill(copy.methodGone, { was: otherMethod })
              : fill(copy.methodAnew, { now: line.method, was: otherMethod })}
            <span className="sr-only">, {line.name}</span>
          </Checkbox>
        </div>
      )}
      {isCommenting || comment !== '' ? (
        <CommentField
          {...{ id: `${id}-comment`, name: line.name, typed: comment, onTyped: onCommented }}
          isNew={isCommenting && comment === ''}
        />
      ) : null}
    </li>
  )
}

/** The rows of a text in a browser that does not fit the field to it. */
function rowsOf(text: string, fewest: number): number {
  return Math.max(fewest, text.split('\n').length + Math.ceil(text.length / 60) - 1)
}

function Last({ line, typed }: { line: AnalyteLine; typed: string }) {
  const words = lastWords(line, typed)
  return words === null ? null : (
    <span className="text-small text-muted figures col-span-2 whitespace-normal">{words}</span>
  )
}

/** The name of a line, with the values that are expected. */
export function LineName({ line }: { line: AnalyteLine }) {
  return (
    <>
      <span className="col-start-1 row-start-1 flex min-h-7 items-center font-semibold md:min-h-0">
        {line.name}
      </span>
      <span className="text-muted text-small col-start-1 row-start-2 block">{expectedOf(line)}</span>
    </>
  )
}

function expectedOf(line: AnalyteLine): string {
  const interval = intervalWords(line)
  const said = interval === '' ? line.expected.join(', ') : `${interval}${line.unit ? ` ${line.unit}` : ''}`
  if (line.basis === 'adults_only') return copy.expectedForAdults
  if (said === '') return ''
  if (line.basis === 'pregnancy') return fill(copy.usualInPregnancy, { interval: said })
  if (line.basis === 'unconfirmed') return fill(copy.expectedUnconfirmed, { interval: said })
  return line.basis === 'lab' ? fill(copy.expectedOfLab, { interval: said }) : said
}
