import {
  type AnalyteLine,
  type EntryDraft,
  intervalWords,
  type LabReport,
  longestText,
} from '@labalaba/contract'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { inputClass } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fill, plural } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { FlagMark } from './flag-mark.tsx'
import { isNotMeasured, NotMeasuredChoice } from './not-measured.tsx'
import { lastWords, markOf, typedWarnings } from './policy.ts'
import { enter, type Typed } from './queries.ts'
import { forgetTyped, typedIn, useSavedDraft } from './saved-draft.ts'
import {
  KeptWords,
  TypedBefore,
  TypedElsewhere,
  TypedOlder,
  TypedOnOtherLines,
  wasTyped,
} from './typed-notes.tsx'

/** The values of the newest version, by line. */
function typedOf({ versions }: LabReport): Typed {
  const entries = (versions[0]?.values ?? []).map(({ position, value }) => [position, value] as const)
  return Object.fromEntries(entries)
}

/** The fields for values: not those of lines that were not measured, and not the marks beside the others. */
const fields = ':is(input,select,textarea):not([data-aside],[hidden] *)'

/** Enter moves to the next field, and from the last one to the button. In a text it begins a new line. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return
  if (event.target instanceof HTMLTextAreaElement || !event.target.matches(fields)) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`${fields},button[type=submit]`)]
  all[all.indexOf(event.target) + 1]?.focus()
}

/** The initial values: an unsaved result draft, or else the newest version. */
function begunWith(report: LabReport): Typed {
  const { draft } = report
  return draft && !draft.stale && !draft.onOtherLines ? typedIn(draft) : typedOf(report)
}

type FormProps = { report: LabReport; onDone: () => void }

/** The form for a report's values. It shows the lines it started with until the user switches to the new ones. */
export function EntryForm({ report, onDone }: FormProps) {
  const [begun, setBegun] = useState(report)
  const areOthers = begun.linesVersion !== report.linesVersion
  const shown = areOthers ? begun : report
  return (
    <Entry
      key={begun.linesVersion}
      report={shown}
      areOthers={areOthers}
      onLook={() => setBegun(report)}
      onDone={onDone}
    />
  )
}

type EntryProps = FormProps & {
  /** The lines of the test have changed since the shown ones. */
  areOthers: boolean
  onLook: () => void
}

/** One row per line: the typed value, with a preview of the server's flag. */
function Entry({ report, areOthers, onLook, onDone }: EntryProps) {
  const [before, setBefore] = useState(report.draft)
  const [typed, setTyped] = useTypedState(`values ${report.id} ${report.linesVersion}`, () =>
    begunWith(report),
  )
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const doing = useAct()
  const keeping = useSavedDraft(report, before?.version ?? null)
  // Values that were unsent when the session ended are sent first.
  const [isUnsent] = useState(() => JSON.stringify(typed) !== JSON.stringify(begunWith(report)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (isUnsent) keeping.type(typed)
  }, [])

  // A report in words alone, such as a histology.
  const isNarrative = report.analytes.every(({ kind }) => kind === 'text')

  function begin(next: Typed, version: string | null): void {
    setTyped(next)
    keeping.goOn(next, version)
  }

  function forget(draft: EntryDraft): void {
    doing.run(async () => {
      await forgetTyped(report, draft)
      keeping.forget()
      setBefore(null)
      setTyped(typedOf(report))
    })
  }

  async function save(): Promise<void> {
    await keeping.settle()
    try {
      await enter(report, typed, keeping.version())
    } catch (failure) {
      keeping.resume()
      // Reloads the lines, to show the new ones next to the typed values.
      if (failure instanceof ApiFailure && failure.code === 'lines_changed') onDone()
      if (!(failure instanceof ApiFailure) || !failure.fields) throw failure
      setRefused(failure.fields)
      return
    }
    keeping.forget()
    setBefore(null)
    toast.success(copy.valuesSaved)
    onDone()
  }

  return (
    <Form
      className="space-y-4"
      aria-label={fill(copy.valuesOf, { test: report.test })}
      onKeyDown={goOn}
      onSubmit={() => doing.run(save)}
    >
      {areOthers ? (
        <TypedOnOtherLines typed={wasTyped(report.analytes, typed)} anew={copy.noted} onAnew={onLook} />
      ) : before?.onOtherLines ? (
        <TypedOnOtherLines
          typed={before.typed.map(({ name = copy.aValue, value, unit = null }) => ({ name, value, unit }))}
          anew={copy.draftDelete}
          onAnew={() => forget(before)}
        />
      ) : keeping.standing === 'elsewhere' ? (
        <TypedElsewhere
          other={keeping.other}
          onTake={() => keeping.other && begin(typedIn(keeping.other), keeping.other.version)}
          onMine={() => begin(typed, keeping.other?.version ?? null)}
          onLook={onDone}
        />
      ) : before?.stale ? (
        <TypedOlder
          draft={before}
          onTake={() => {
            setBefore(null)
            begin(typedIn(before), before.version)
          }}
          onForget={() => forget(before)}
        />
      ) : before ? (
        <TypedBefore draft={before} onAnew={() => forget(before)} />
      ) : null}
      <ul className="divide-hair divide-y">
        {report.analytes.map((line) => (
          <EntryLine
            key={line.position}
            id={`${report.id}-${line.position}`}
            line={line}
            isNarrative={isNarrative}
            typed={typed[line.position] ?? ''}
            refused={refused[line.position]}
            onTyped={(text) => {
              const next = { ...typed, [line.position]: text }
              setTyped(next)
              keeping.type(next)
              setRefused({})
            }}
          />
        ))}
      </ul>
      <NotDone failure={areOthers ? null : doing.failure} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" wide working={doing.working} workingText={shared.saving}>
          {copy.valuesSave}
        </Button>
        <KeptWords standing={keeping.standing} />
      </div>
    </Form>
  )
}

type LineProps = {
  id: string
  line: AnalyteLine
  /** The report has only texts, so each may be long. */
  isNarrative: boolean
  typed: string
  refused: string | undefined
  onTyped: (text: string) => void
}

/**
 * On a phone the flag is next to the name and the field next to the interval, so that many values fit in one view and
 * nothing moves while the user types. From tablets on, everything is in one row.
 */
function EntryLine({ id, line, isNarrative, typed, refused, onTyped }: LineProps) {
  const [left, setLeft] = useState(false)
  const mark = markOf(line, typed)
  const wrong = refused ?? (left && 'wrong' in mark ? mark.wrong : undefined)
  const isText = line.kind === 'text'
  const charactersLeft = longestText - typed.length
  const described = `${id}-said`
  const wiring = {
    ...{ id, value: typed, onBlur: () => setLeft(true), 'aria-describedby': described },
    'aria-invalid': wrong ? (true as const) : undefined,
  }
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_15rem_minmax(0,1fr)] md:gap-x-4 ${isText ? 'items-start' : 'items-center'}`}
    >
      <label htmlFor={id} className="contents md:block">
        <span className="col-start-1 row-start-1 flex min-h-7 items-center font-semibold md:min-h-0">
          {line.name}
        </span>
        <span className="text-muted text-small col-start-1 row-start-2 block">{expectedOf(line)}</span>
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
        ) : isText ? (
          <textarea
            {...wiring}
            rows={rowsOf(typed, isNarrative ? 3 : 1)}
            maxLength={longestText}
            onChange={(event) => onTyped(event.target.value)}
            className={`${inputClass(Boolean(wrong)).replace('h-control', isNarrative ? 'min-h-29' : 'min-h-control')} field-sizing-content max-h-[70vh] w-full resize-y py-3`}
          />
        ) : (
          <input
            {...wiring}
            type="text"
            inputMode={line.kind === 'quantity' ? 'decimal' : undefined}
            autoComplete="off"
            maxLength={60}
            onChange={(event) => onTyped(event.target.value)}
            className={`${inputClass(Boolean(wrong))} figures ${line.unit ? 'w-24 md:w-28' : 'w-full'}`}
          />
        )}
        {line.unit ? <span className="text-muted min-w-15 whitespace-nowrap">{line.unit}</span> : null}
      </div>
      {isText ? null : <NotMeasuredChoice name={line.name} typed={typed} onTyped={onTyped} />}
      <div
        id={described}
        className={`contents md:flex md:flex-wrap md:items-center md:gap-x-3 md:gap-y-1 ${isText ? 'md:col-span-2 md:col-start-2' : 'md:col-start-3 md:row-start-1 md:min-h-7'}`}
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
        {typedWarnings(line, typed).map((words) => (
          <span key={words} className="text-warn text-small col-span-2 font-semibold whitespace-normal">
            {words}
          </span>
        ))}
        <Last line={line} typed={typed} />
      </div>
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

function expectedOf(line: AnalyteLine): string {
  const interval = intervalWords(line)
  const said = interval === '' ? line.expected.join(', ') : `${interval}${line.unit ? ` ${line.unit}` : ''}`
  if (line.basis === 'adults_only') return copy.expectedForAdults
  if (said === '') return ''
  if (line.basis === 'unconfirmed') return fill(copy.expectedUnconfirmed, { interval: said })
  return line.basis === 'lab' ? fill(copy.expectedOfLab, { interval: said }) : said
}
