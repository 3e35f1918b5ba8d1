import { brand } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { plainDay } from '../../lib/format.ts'
import { AdireBand } from '../../ui/mark.tsx'

type ProseProps = { title: string; version: string; intro: string; children: ReactNode }

/** A long text: its title, the day it holds from, and lines short enough to read. */
export function Prose({ title, version, intro, children }: ProseProps) {
  return (
    <>
      <AdireBand cloth="lines" />
      <article className="page pt-6 pb-12 md:pt-12 md:pb-16">
        <h1>{title}</h1>
        <p className="text-muted mt-2">In force from {plainDay(version)}</p>
        <p className="max-w-words mt-6">{intro}</p>
        <p className="max-w-words rounded-button border-warn bg-warn-tint mt-4 border-l-6 p-4">
          This text was written for the product by the people who built it. Whoever operates {brand.name} must
          have a Nigerian lawyer check it, and put in the operator’s registered name, before real patients
          rely on it.
        </p>
        {children}
      </article>
    </>
  )
}

/** One part of a long text. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="max-w-words mt-8 space-y-4">
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
