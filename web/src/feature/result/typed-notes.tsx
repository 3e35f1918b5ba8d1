import type { AnalyteLine, EntryDraft } from '@labalaba/contract'
import { dayAndTime } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Standing } from './kept-typing.ts'

const who = ({ mine, by }: EntryDraft) => (mine ? 'You' : by)

type BegunProps = { draft: EntryDraft; onAnew: () => void }

/** The form starts with an unsaved draft. */
export function TypedBefore({ draft, onAnew }: BegunProps) {
  const now = useNow()
  return (
    <Banner title="Typed, and not saved yet">
      <p>
        {who(draft)} typed this on {dayAndTime(draft.at, now)}. It is no result until it is saved.
      </p>
      <div className="-ml-3">
        <Button look="quiet" onClick={onAnew}>
          Begin anew from what is saved
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
    <Banner tone="warn" title="Something else was typed before these values were saved">
      <p>
        {who(draft)} typed it on {dayAndTime(draft.at, now)}, and did not save it.
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button onClick={onTake}>Look at it in the form</Button>
        <Button look="quiet" onClick={onForget}>
          Forget it
        </Button>
      </div>
    </Banner>
  )
}

/** A typed value, with the name and unit that its line had then. */
export type WasTyped = { readonly name: string; readonly value: string; readonly unit: string | null }

/** The values of a form, by the lines that it shows. */
export function wasTyped(
  lines: readonly AnalyteLine[],
  typed: Readonly<Record<number, string>>,
): readonly WasTyped[] {
  return lines.flatMap(({ position, name, unit }) => {
    const value = typed[position]?.trim() ?? ''
    return value === '' ? [] : [{ name, value, unit }]
  })
}

type OtherLinesProps = { typed: readonly WasTyped[]; onAnew: () => void; anew: string }

/** The lines of the test have changed since this was typed, so nothing is copied into the new lines automatically. */
export function TypedOnOtherLines({ typed, onAnew, anew }: OtherLinesProps) {
  return (
    <Banner tone="warn" title="The lines of this test were changed" announce>
      <p>
        {typed.length === 0
          ? 'A unit, a name or a kind of value is another now. Nothing was typed before.'
          : 'A unit, a name or a kind of value is another now, so this was not saved. Type it anew where it belongs:'}
      </p>
      {typed.length > 0 ? (
        <ul className="mt-1 list-disc pl-6">
          {typed.map(({ name, value, unit }) => (
            <li key={name}>
              {name}: <span className="figures font-semibold">{value}</span> {unit}
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
      <Banner tone="warn" title="This result was saved or begun anew elsewhere" announce>
        <p>
          What you typed is still here, and is not kept. Note what you need, then look at the result again.
        </p>
        <div className="pt-1">
          <Button onClick={onLook}>Look at it again</Button>
        </div>
      </Banner>
    )
  const theirs = other.mine ? 'what you typed there' : `what ${other.by} typed`
  return (
    <Banner
      tone="warn"
      title={other.mine ? 'You type this result elsewhere too' : `${other.by} types this result too`}
      announce
    >
      <p>
        Last on {dayAndTime(other.at, now)}. What you typed is still here, and is not kept until you choose.
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button onClick={onTake}>Take {theirs}</Button>
        <Button onClick={onMine}>Go on with this</Button>
      </div>
    </Banner>
  )
}

const words: Readonly<Record<Standing, string>> = {
  still: 'Somebody else verifies them. Enter goes to the next field.',
  waits: 'What you type is kept here until you save it.',
  kept: 'What you type is kept here until you save it.',
  unheard: 'What you typed is not kept yet: no answer came. We try again.',
  elsewhere: 'What you type is not kept until you choose above.',
  otherLines: 'What you type is not kept: the lines of this test were changed.',
}

/** Whether the draft is saved, shown next to the save button. */
export function KeptWords({ standing }: { standing: Standing }) {
  return (
    <p className="text-small text-muted" role="status">
      {words[standing]}
    </p>
  )
}
