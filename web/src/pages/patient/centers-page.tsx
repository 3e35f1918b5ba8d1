import type { TestPage } from '@labalaba/contract'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { Link } from '../../components/link.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/catalogue.ts'
import { PlaceFilters } from '../../features/catalogue/compare/offer-filters.tsx'
import { testsTitle } from '../../features/catalogue/compare/policy.ts'
import { usePopular } from '../../features/catalogue/find/queries.ts'
import { fill } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'
import { ExploreSwitch } from './explore-switch.tsx'
import { OfferList, useWanted } from './offer-list.tsx'
import { OneTest } from './one-test.tsx'

/** The centers that offer one test: malaria, unless the address names another. */
export function CentersPage() {
  useTitle(copy.centers)
  const [address, setAddress] = useSearchParams()
  const code = address.get('test') || 'malaria-parasite'
  return (
    <OneTest kind="test" code={code} title={copy.centers}>
      {(test) => (
        <div className="page space-y-6 py-4 md:py-8">
          <div className="space-y-4">
            <ExploreSwitch />
            <div>
              <h1>{fill(copy.centersOffering, { tests: testsTitle(test) })}</h1>
              <p className="text-muted max-w-words mt-1">
                {test.summary} <Link to={`/explore/tests/${test.code}`}>{copy.seeTest}</Link>.
              </p>
            </div>
            <PopularTests code={test.code} onChosen={(wanted) => setAddress({ test: wanted })} />
          </div>
          <Centers key={test.code} test={test} />
        </div>
      )}
    </OneTest>
  )
}

/** Other popular tests, one tap away. */
function PopularTests({ code, onChosen }: { code: string; onChosen: (code: string) => void }) {
  const popular = usePopular('test', 8)
  return (
    <div className="min-h-16">
      {popular.data ? (
        <ChipRow label={copy.popularChips}>
          {popular.data.map((one) => (
            <Chip key={one.code} pressed={one.code === code} onPressed={() => onChosen(one.code)}>
              {one.name}
            </Chip>
          ))}
        </ChipRow>
      ) : null}
    </div>
  )
}

function Centers({ test }: { test: TestPage }) {
  const { wanted, want } = useWanted()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
      <div className="lg:order-last">
        <PlaceFilters code={test.code} states={test.states} wanted={wanted} onChange={want} />
      </div>
      <OfferList test={test} />
    </div>
  )
}
