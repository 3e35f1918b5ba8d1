import { longestLineComment } from '@labalaba/contract'
import { MessageIcon } from '../../components/icons.tsx'
import { textAreaClass } from '../../components/text-area.tsx'
import * as copy from '../../copy/results.ts'
import { fill, plural } from '../../lib/fill.ts'

type MarkProps = { name: string; isText: boolean; onOpen: () => void }

/**
 * The button that opens the comment of a line: in the place of the mark for a line that was not measured, which is there only
 * while the line is empty, so that nothing moves.
 */
export function CommentMark({ name, isText, onOpen }: MarkProps) {
  const place = isText ? 'md:row-start-2' : 'max-md:mr-28 md:-my-2'
  return (
    <button
      type="button"
      data-aside
      onClick={onOpen}
      className={`text-muted rounded-button col-start-2 row-start-1 -mt-4 -mb-1 flex size-12 items-center justify-center justify-self-end pt-3 md:col-start-3 md:pt-0 ${place}`}
    >
      <MessageIcon />
      <span className="sr-only">{fill(copy.commentAdd, { line: name })}</span>
    </button>
  )
}

type FieldProps = {
  id: string
  name: string
  typed: string
  /** It was opened just now, and takes the focus. */
  isNew: boolean
  onTyped: (text: string) => void
}

/** The comment of a line: one line of text, which the field breaks where it must. */
export function CommentField({ id, name, typed, isNew, onTyped }: FieldProps) {
  const left = longestLineComment - typed.length
  return (
    <div className="col-span-2 pt-1 md:col-start-2">
      <label htmlFor={id} className="text-small text-muted block">
        {fill(copy.commentOn, { line: name })}
      </label>
      <textarea
        id={id}
        ref={(field) => {
          if (isNew) field?.focus()
        }}
        data-aside
        rows={1}
        value={typed}
        maxLength={longestLineComment}
        onChange={(event) => onTyped(event.target.value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        className={textAreaClass(false, true)}
      />
      {left < 50 ? (
        <span className="text-small text-muted">
          {left > 0 ? plural(copy.charactersLeft, left) : copy.textIsFull}
        </span>
      ) : null}
    </div>
  )
}
