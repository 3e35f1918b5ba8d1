import { brand } from '@labalaba/contract'
import { AdireBand } from '../../../components/mark.tsx'
import { Hero } from './hero.tsx'
import { LookingForATest } from './looking-for-a-test.tsx'
import { Scene } from './scene.tsx'

/** The first view for patients: the promise, the scene, and the one button. */
export function PatientHero({ title, scene }: { title: string; scene: string }) {
  return (
    <>
      <Hero title={title} claim={brand.claims.patients} scene={<Scene picture={scene} />}>
        <LookingForATest />
      </Hero>
      <AdireBand cloth="lines" />
    </>
  )
}
