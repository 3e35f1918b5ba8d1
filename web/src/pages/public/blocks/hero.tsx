import { brand } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../components/button.tsx'
import { CheckIcon } from '../../../components/first-icons.tsx'
import { AdireBand } from '../../../components/mark.tsx'
import * as copy from '../../../copy/site.ts'
import { useSignedIn } from '../../../lib/hooks.ts'

type HeroProps = {
  title: string
  /** The owner's claim, in the owner's words. */
  claim: string
  /** The people of the page, shown in front of a patterned patch. */
  picture: string
  children: ReactNode
}

/** The first view: the promise, the main action, and a picture of people. */
function Hero({ title, claim, picture, children }: HeroProps) {
  return (
    <>
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
          <div aria-hidden="true" className="relative mx-auto w-full max-w-120 lg:max-w-none">
            <div className="drop-up-left adire-wing absolute -top-3 -right-8 size-30 md:size-40" />
            <img
              src={picture}
              alt=""
              width="640"
              height="480"
              fetchPriority="high"
              className="relative h-auto w-full"
            />
          </div>
        </div>
      </section>
      <AdireBand cloth="lines" />
    </>
  )
}

/** The first view for patients. Its one action leads to the labs if signed in, else to sign in. */
export function PatientHero({ title, picture }: Pick<HeroProps, 'title' | 'picture'>) {
  const signedIn = useSignedIn()
  return (
    <Hero title={title} claim={brand.claims.patients} picture={picture}>
      <div className="rounded-card border-hair bg-card shadow-soft mt-4 grid items-center gap-x-6 gap-y-3 border p-4 md:mt-8 md:grid-cols-[1fr_auto] md:p-6">
        <div>
          <h2>{copy.lookingTitle}</h2>
          <p className="text-muted mt-1">{copy.lookingHelp}</p>
        </div>
        <LinkButton to={signedIn ? '/explore/labs' : '/auth/login'} look="primary" wide>
          {copy.lookingBook}
        </LinkButton>
      </div>
    </Hero>
  )
}

/** The first view for doctors and partners: their promise, and the buttons. */
export function PartnerHero({ promise, children, ...hero }: HeroProps & { promise: string }) {
  return (
    <Hero {...hero}>
      <p className="text-muted mt-4 max-w-[46ch] md:mt-6">{promise}</p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:grid">{children}</div>
    </Hero>
  )
}
