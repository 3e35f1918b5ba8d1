import { brand } from '@labalaba/contract'
import { useEffect, useRef } from 'react'
import { ChevronDownIcon } from '../../../components/first-icons.tsx'
import * as copy from '../../../copy/site.ts'

export type Question = { title: string; words: string }

type FaqProps = { questions: readonly Question[]; picture: string; alt: string }

/**
 * Questions, one open at a time, initially the first. The browser does this by the shared name, without a script;
 * browsers that do not support such names get help from a script.
 */
export function Faq({ questions, picture, alt }: FaqProps) {
  return (
    <section className="bg-paper scroll-mt-4 py-12 md:py-16" id="faq" aria-labelledby="faq-title">
      <div className="page grid gap-6 lg:grid-cols-[4fr_8fr] lg:gap-16">
        <div>
          <h2 id="faq-title">{copy.faqTitle}</h2>
          <p className="text-muted mt-2 max-w-[34ch]">
            {copy.faqNoAnswer} <a href={`mailto:${brand.supportEmail}`}>{copy.faqWrite}</a> {copy.faqReply}
          </p>
          <img
            src={picture}
            alt={alt}
            width="260"
            height="260"
            loading="lazy"
            className="rounded-t-round bg-indigo-tint mt-6 hidden size-65 lg:block"
          />
        </div>
        <Answers questions={questions} />
      </div>
    </section>
  )
}

function Answers({ questions }: { questions: readonly Question[] }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if ('name' in HTMLDetailsElement.prototype) return
    const all = [...(list.current?.querySelectorAll('details') ?? [])]
    const closeOthers = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return
      for (const other of all) if (other !== target) other.open = false
    }
    for (const one of all) one.addEventListener('toggle', closeOthers)
    return () => {
      for (const one of all) one.removeEventListener('toggle', closeOthers)
    }
  }, [])
  return (
    <div ref={list}>
      {questions.map((question, place) => (
        <details key={question.title} name="faq" open={place === 0} className="group border-hair border-b">
          <summary className="heading-small hover:text-indigo flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
            {question.title}
            <ChevronDownIcon
              size={24}
              className="text-indigo transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <p className="motion-appear max-w-words pr-8 pb-6">{question.words}</p>
        </details>
      ))}
    </div>
  )
}
