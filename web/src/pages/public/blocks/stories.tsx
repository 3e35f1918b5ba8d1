import type { ReactNode } from 'react'
import { Carousel } from '../../../components/carousel.tsx'
import { AdireBand } from '../../../components/mark.tsx'
import { illustrative, type Story } from '../../../copy/site-stories.ts'

/** Stories on indigo, below a patterned strip. */
export function StoriesSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="bg-indigo text-card overflow-hidden" aria-labelledby="stories">
      <AdireBand cloth="wing" />
      <div className="page py-12 md:py-16">
        <h2 id="stories">{title}</h2>
        {children}
      </div>
    </section>
  )
}

/** One row of stories that moves on by itself, and stops on request. */
export function Stories({ name, stories }: { name: string; stories: readonly Story[] }) {
  return (
    <Carousel
      name={name}
      items={stories.map((story) => ({
        name: `${story.name}, ${story.from}`,
        content: <StoryCard story={story} />,
      }))}
    />
  )
}

function StoryCard({ story }: { story: Story }) {
  return (
    <figure className="rounded-card bg-paper text-ink flex h-full flex-col p-5 md:p-6">
      <blockquote className="grow">“{story.words}”</blockquote>
      <figcaption className="mt-4 grid grid-cols-[48px_1fr] items-center gap-x-3">
        <span
          aria-hidden="true"
          className="drop bg-marigold font-head grid size-12 place-items-center text-[1.25rem] font-semibold"
        >
          {story.name.replace('Dr ', '').slice(0, 1)}
        </span>
        <span>
          <span className="block font-semibold">{story.name}</span>
          <span className="text-muted text-input block">{story.from}</span>
        </span>
        <span className="text-muted border-hair col-span-2 mt-4 border-t pt-3 text-[0.875rem] leading-5">
          {illustrative}
        </span>
      </figcaption>
    </figure>
  )
}
