import type { EntryDraft, LabReport } from '@labalaba/contract'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { CalculatedLine, calculated, withoutCalculated } from './calculated-line.tsx'
import { EntryLine } from './entry-line.tsx'
import { contradictionWords, otherMethodOf, sentWords, stoppedLines, withPregnancyLimits } from './policy.ts'
import { enter, type TypedReport } from './queries.ts'
import { forgetTyped, typedIn, useSavedDraft } from './saved-draft.ts'
import {
  KeptWords,
  TypedBefore,
  TypedElsewhere,
  TypedOlder,
  TypedOnOtherLines,
  wasTyped,
} from './typed-notes.tsx'

/** The values of the newest version with their comments, by line, without those that follow from the others. */
function typedOf({ versions, analytes }: LabReport): TypedReport {
  const shown = (versions[0]?.values ?? [])
    // A version from before an import may have lines that the test no longer has.
    .filter(({ position }) => analytes.some((line) => line.position === position))
  const values = Object.fromEntries(shown.map(({ position, value }) => [position, value] as const))
  const comments = shown.flatMap(({ position, comment }) =>
    comment === null ? [] : [[position, comment] as const],
  )
  const methodsNow = analytes
    .filter((line) => {
      const was = otherMethodOf(line, versions, values[line.position])
      return (
        was !== null && shown.some(({ position, method }) => position === line.position && method !== was)
      )
    })
    .map(({ position }) => position)
  return {
    ...{ values: withoutCalculated(analytes, values), comments: Object.fromEntries(comments) },
    methodsNow,
  }
}

/** The fields for values: not those of lines that were not measured, not the marks beside the others, and not the comment. */
const fields = ':is(input,select,textarea):not([data-aside],:disabled,[hidden] *)'

/** Enter moves to the next field, and from the last one to the button. In a text it begins a new line. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return
  if (event.target instanceof HTMLTextAreaElement || !event.target.matches(fields)) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`${fields},button[type=submit]`)]
  all[all.indexOf(event.target) + 1]?.focus()
}

/** The initial values: an unsaved result draft, or else the newest version. */
function begunWith(report: LabReport): TypedReport {
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
  const [checking, setChecking] = useState('')
  const doing = useAct()
  const keeping = useSavedDraft(report, before?.version ?? null)
  // Values that were unsent when the session ended are sent first.
  const [isUnsent] = useState(() => JSON.stringify(typed) !== JSON.stringify(begunWith(report)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (isUnsent) keeping.type(typed)
  }, [])

  // A report in words alone, such as a histology.
  const [newest] = report.versions
  const isNarrative = report.analytes.every(({ kind }) => kind === 'text')

  function change(next: TypedReport): void {
    setTyped(next)
    keeping.type(next)
    setRefused({})
  }

  function begin(next: TypedReport, version: string | null): void {
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

  const stopped = stoppedLines(report.analytes, typed.values)
  const stops = JSON.stringify(stopped.map(({ position }) => [position, typed.values[position]]))

  async function save(): Promise<void> {
    // A value that hardly any patient has is saved by the second press, once the scientist has looked at it.
    const [first] = stopped
    if (first && checking !== stops) {
      setChecking(stops)
      document.getElementById(`${report.id}-${first.position}`)?.focus()
      return
    }
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
          typed={before.typed.map(({ name = copy.aValue, value, unit = null, comment = '' }) => ({
            ...{ name, value, unit, comment },
          }))}
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
      {report.analytes.some(({ kind }) => kind !== 'text') ? (
        <p className="text-small text-muted">{copy.notMeasuredHint}</p>
      ) : null}
      <ul className="divide-hair divide-y">
        {withPregnancyLimits(report.analytes, typed.values).map((line) => {
          const { position } = line
          const given = calculated(line, report.analytes, typed.values)
          return line.calculation?.mayBeTyped === false ? (
            <CalculatedLine key={position} line={line} lines={report.analytes} given={given} />
          ) : (
            <EntryLine
              key={position}
              id={`${report.id}-${position}`}
              line={line}
              isNarrative={isNarrative}
              typed={typed.values[position] ?? ''}
              comment={typed.comments[position] ?? ''}
              calculated={given && 'value' in given ? given.value : undefined}
              sent={newest ? sentWords(newest, position, typed.values[position] ?? '') : null}
              otherMethod={otherMethodOf(line, report.versions, typed.values[position])}
              isMethodNow={typed.methodsNow.includes(position)}
              contradiction={contradictionWords(line, report.analytes, typed.values)}
              refused={refused[position]}
              onTyped={(text) => change({ ...typed, values: { ...typed.values, [position]: text } })}
              onMethodNow={(isNow) => {
                const others = typed.methodsNow.filter((one) => one !== position)
                change({ ...typed, methodsNow: isNow ? [...others, position] : others })
              }}
              onCommented={(text) => change({ ...typed, comments: { ...typed.comments, [position]: text } })}
            />
          )
        })}
      </ul>
      {stopped.length > 0 && checking === stops ? (
        <div role="alert">
          <Banner
            tone="warn"
            title={fill(copy.stopsFirst, { names: stopped.map(({ name }) => name).join(', ') })}
          >
            <p>{copy.stopsNext}</p>
          </Banner>
        </div>
      ) : null}
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
