import type { ReactNode } from 'react'
import { ChevronDownIcon } from '../../../components/first-icons.tsx'
import { Link } from '../../../components/link.tsx'
import { AdireBand } from '../../../components/mark.tsx'
import * as copy from '../../../copy/legal.ts'
import { fill } from '../../../lib/fill.ts'
import { plainDay } from '../../../lib/format.ts'

/** One part of a long text: points, a paragraph, or both. */
export type LegalPart = { title: string; points?: readonly string[]; words?: ReactNode }

type ProseProps = { title: string; version: string; intro: string; parts: readonly LegalPart[] }

/** The name of a part in an address: its title in small letters and dashes. */
function placeOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z]+/g, '-')
}

/** A long text: its title, the day it takes effect, its contents, and lines short enough to read. */
export function Prose({ title, version, intro, parts }: ProseProps) {
  return (
    <>
      <AdireBand cloth="lines" />
      <div className="page grid gap-x-12 pt-6 pb-12 md:pt-12 md:pb-16 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <article className="min-w-0">
          <h1>{title}</h1>
          <p className="text-muted mt-2">{fill(copy.inForce, { day: plainDay(version) })}</p>
          <p className="max-w-words mt-6">{intro}</p>
          <p className="max-w-words rounded-button border-warn bg-warn-tint mt-4 border-l-6 p-4">
            {copy.forOperators}
          </p>
          <details className="group border-hair mt-6 border-y lg:hidden print:hidden">
            <summary className="flex min-h-12 items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
              {copy.contents}
              <ChevronDownIcon className="text-indigo group-open:rotate-180" />
            </summary>
            <nav aria-label={copy.contents} className="pb-3">
              <Contents parts={parts} />
            </nav>
          </details>
          {parts.map((part) => (
            <Part key={part.title} id={placeOf(part.title)} title={part.title}>
              {part.points ? <Points>{part.points}</Points> : null}
              {part.words ? <p>{part.words}</p> : null}
            </Part>
          ))}
        </article>
        <nav aria-labelledby="contents" className="sticky top-24 hidden self-start lg:block print:hidden">
          <h2 id="contents" className="heading-small mb-2">
            {copy.contents}
          </h2>
          <Contents parts={parts} />
        </nav>
      </div>
    </>
  )
}

/** Links to each part of the text. */
function Contents({ parts }: Pick<ProseProps, 'parts'>) {
  return (
    <ol className="border-hair border-l-2">
      {parts.map(({ title }) => (
        <li key={title}>
          <Link
            to={`#${placeOf(title)}`}
            className="text-input text-ink hover:border-indigo hover:text-indigo -ml-0.5 flex min-h-12 items-center border-l-2 border-transparent pl-4 no-underline hover:underline"
          >
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** One part of a long text, under its title. */
export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="max-w-words mt-8 space-y-4">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** A list in a long text. */
export function Points({ children }: { children: readonly string[] }) {
  return (
    <ul className="space-y-2">
      {children.map((point) => (
        <li key={point} className="grid grid-cols-[1rem_1fr] gap-3">
          <span aria-hidden="true" className="drop bg-marigold mt-2 size-2.5 md:mt-2.5" />
          {point}
        </li>
      ))}
    </ul>
  )
}
