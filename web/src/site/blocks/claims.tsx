import { brand } from '@labalaba/contract'
import { AdireBand, ClothButterfly } from '../../ui/mark.tsx'

const claims = [
  { figure: brand.claims.labs, words: 'affiliated labs and clinics' },
  { figure: brand.claims.tests, words: 'tests to choose from' },
  { figure: brand.claims.doctors, words: 'doctors who book for their patients' },
] as const

/** The owner's figures on indigo, below a patterned strip. */
export function Claims() {
  return (
    <section className="bg-indigo text-card" aria-labelledby="claims">
      <AdireBand cloth="wing" />
      <div className="page grid items-center gap-8 py-12 md:py-16 lg:grid-cols-[1fr_auto]">
        <div>
          <h2 id="claims">One place for the whole country</h2>
          <ul className="mt-6 grid gap-6 sm:grid-cols-3 sm:gap-8">
            {claims.map((claim) => (
              <li key={claim.words} className="border-marigold border-l-3 pl-4">
                <p className="font-head text-h1 font-bold lining-nums">{claim.figure}</p>
                <p className="mt-1">{claim.words}</p>
              </li>
            ))}
          </ul>
          <p className="mt-6 text-[0.875rem] leading-5">Figures as given by {brand.name}.</p>
        </div>
        <ClothButterfly className="mx-auto w-70 max-lg:hidden" />
      </div>
    </section>
  )
}
