import { brand } from '@labalaba/contract'
import { useTitle } from '../lib/hooks.ts'
import { AdireBand } from '../ui/mark.tsx'
import { Claims } from './blocks/claims.tsx'
import { Faq } from './blocks/faq.tsx'
import { GetApp } from './blocks/get-app.tsx'
import { GetStarted } from './blocks/get-started.tsx'
import { Hero } from './blocks/hero.tsx'
import { Services } from './blocks/services.tsx'
import { WhyChoose } from './blocks/why-choose.tsx'
import { questions } from './copy.ts'

/** The first page: what this is, what it costs to find out, and the one button. */
export function LandingPage() {
  useTitle(`${brand.name}: book medical lab tests across Nigeria`)
  return (
    <>
      <Hero />
      <AdireBand cloth="lines" />
      <GetStarted />
      <WhyChoose />
      <Services />
      <Claims />
      <Faq questions={questions} />
      <GetApp />
    </>
  )
}
