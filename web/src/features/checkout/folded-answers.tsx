import { useId } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { CheckCircleIcon, PencilIcon } from '../../components/icons.tsx'
import * as shared from '../../copy/shared.ts'

type FoldedAnswersProps = {
  title: string
  /** The answers, one per line. */
  lines: readonly string[]
  onChange: () => void
}

/** A complete part of the form in a few lines, with a button to change it. */
export function FoldedAnswers({ title, lines, onChange }: FoldedAnswersProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border-hair bg-card shadow-soft border p-4 md:p-6">
      <div className="flex items-center gap-3">
        <CheckCircleIcon size={24} className="text-leaf" />
        <h2 id={id} tabIndex={-1} className="heading-small min-w-0 flex-1">
          {title}
        </h2>
        <button
          type="button"
          onClick={onChange}
          className="text-input text-indigo rounded-button hover:bg-indigo-tint -my-2 -mr-2 inline-flex min-h-12 shrink-0 items-center gap-1.5 px-2 font-semibold underline underline-offset-3"
        >
          <PencilIcon size={16} />
          {shared.change}
          <span className="sr-only"> {title.toLowerCase()}</span>
        </button>
      </div>
      <div className="mt-2 sm:pl-9">
        {lines.map((line) => (
          <p key={line} className="text-muted">
            <Breakable text={line} />
          </p>
        ))}
      </div>
    </section>
  )
}
