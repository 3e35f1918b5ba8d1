import type { ReactNode } from 'react'
import { CheckIcon } from '../../../components/first-icons.tsx'

type HeroProps = {
  title: string
  /** The owner's claim, in the owner's words. */
  claim: string
  scene: ReactNode
  children: ReactNode
}

/** The first view: the promise, the main action, and a picture of people. */
export function Hero({ title, claim, scene, children }: HeroProps) {
  return (
    <section className="overflow-hidden">
      <div className="page grid items-center gap-8 pt-6 pb-8 md:pt-12 md:pb-16 lg:grid-cols-2 lg:gap-16">
        <div>
          <h1 className="lg:text-[2.75rem] lg:leading-[3.125rem]">{title}</h1>
          <p className="text-leaf mt-3 flex items-center gap-2 font-semibold md:mt-4">
            <span className="drop bg-leaf text-card grid size-6 shrink-0 place-items-center">
              <CheckIcon size={16} strokeWidth={3} />
            </span>
            {claim}
          </p>
          {children}
        </div>
        {scene}
      </div>
    </section>
  )
}
