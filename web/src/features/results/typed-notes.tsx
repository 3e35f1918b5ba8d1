import type { AnalyteLine, EntryDraft } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/results.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import type { TypedReport } from './queries.ts'
import type { SaveStatus } from './saved-draft.ts'

type BegunProps = { draft: EntryDraft; onAnew: () => void }

/** The form starts with an unsaved draft. */
export function TypedBefore({ draft, onAnew }: BegunProps) {
  const now = useNow()
  return (
    <Banner title={copy.typedTitle}>
      <p>
        {fill(draft.mine ? copy.typedByYou : copy.typedBy, { name: draft.by, at: dayAndTime(draft.at, now) })}
      </p>
      <div className="-ml-3">
        <Button look="quiet" onClick={onAnew}>
          {copy.typedStartAgain}
        </Button>
      </div>
    </Banner>
  )
}

type OlderProps = { draft: EntryDraft; onTake: () => void; onForget: () => void }

/** A draft from before the values were saved: it replaces them only if the user chooses so. */
export function TypedOlder({ draft, onTake, onForget }: OlderProps) {
  const now = useNow()
  return (
    <Banner tone="warn" title={copy.olderTitle}>
      <p>
        {fill(draft.mine ? copy.olderByYou : copy.olderBy, { name: draft.by, at: dayAndTime(draft.at, now) })}
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button onClick={onTake}>{copy.olderShow}</Button>
        <Button look="quiet" onClick={onForget}>
          {copy.draftDelete}
        </Button>
      </div>
    </Banner>
  )
}

/** A typed value with its comment, and with the name and unit that its line had then. */
export type WasTyped = {
  readonly name: string
  readonly value: string
  readonly unit: string | null
  readonly comment: string
}

/** The values of a form, by the lines that it shows. */
export function wasTyped(
  lines: readonly AnalyteLine[],
  { values, comments }: TypedReport,
): readonly WasTyped[] {
  return lines.flatMap(({ position, name, unit }) => {
    const value = values[position]?.trim() ?? ''
    const comment = comments[position]?.trim() ?? ''
    return value === '' && comment === '' ? [] : [{ name, value, unit, comment }]
  })
}

type OtherLinesProps = { typed: readonly WasTyped[]; onAnew: () => void; anew: string }

/** The lines of the test have changed since this was typed, so nothing is copied into the new lines automatically. */
export function TypedOnOtherLines({ typed, onAnew, anew }: OtherLinesProps) {
  return (
    <Banner tone="warn" title={copy.linesChangedTitle} announce>
      <p>{typed.length === 0 ? copy.linesChangedNothing : copy.linesChangedTyped}</p>
      {typed.length > 0 ? (
        <ul className="mt-1 list-disc pl-6">
          {typed.map(({ name, value, unit, comment }) => (
            <li key={name}>
              {name}: <span className="font-semibold wrap-anywhere whitespace-pre-line">{value}</span> {unit}
              {comment === '' ? null : (
                <span className="block wrap-anywhere">{fill(copy.commentSaid, { comment })}</span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="-ml-3 pt-1">
        <Button look="quiet" onClick={onAnew}>
          {anew}
        </Button>
      </div>
    </Banner>
  )
}

type ElsewhereProps = { other: EntryDraft | null; onTake: () => void; onMine: () => void; onLook: () => void }

/** Another user types the same result, or has saved it meanwhile: nothing is overwritten without a choice. */
export function TypedElsewhere({ other, onTake, onMine, onLook }: ElsewhereProps) {
  const now = useNow()
  if (!other)
    return (
      <Banner tone="warn" title={copy.savedElsewhereTitle} announce>
        <p>{copy.savedElsewhereSays}</p>
        <div className="pt-1">
          <Button onClick={onLook}>{copy.savedElsewhereLook}</Button>
        </div>
      </Banner>
    )
  return (
    <Banner
      tone="warn"
      title={other.mine ? copy.typedElsewhereByYou : fill(copy.typedElsewhereBy, { name: other.by })}
      announce
    >
      <p>{fill(copy.typedElsewhereSays, { at: dayAndTime(other.at, now) })}</p>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button onClick={onTake}>
          {other.mine ? copy.takeYours : fill(copy.takeTheirs, { name: other.by })}
        </Button>
        <Button onClick={onMine}>{copy.keepMine}</Button>
      </div>
    </Banner>
  )
}

const words: Readonly<Record<SaveStatus, string>> = {
  still: copy.typingHint,
  waits: copy.keptTyping,
  kept: copy.keptTyping,
  unheard: copy.keptNoAnswer,
  elsewhere: copy.keptChooseFirst,
  otherLines: copy.keptLinesChanged,
}

/** Whether the draft is saved, shown next to the save button. */
export function KeptWords({ standing }: { standing: SaveStatus }) {
  return (
    <p className="text-small text-muted" role="status">
      {words[standing]}
    </p>
  )
}
