import type { TestPage as Test } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { Button } from '../../components/button.tsx'
import { PinIcon } from '../../components/first-icons.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/catalogue.ts'
import { OfferFilters, PlaceFilters } from '../../features/catalogue/compare/offer-filters.tsx'
import { PackageTests, RelatedPackages } from '../../features/catalogue/compare/package-tests.tsx'
import { TestAsks, TestHead, TestHeadSkeleton } from '../../features/catalogue/compare/test-head.tsx'
import { UnknownTest } from '../../features/catalogue/compare/unknown-test.tsx'
import { useTest } from '../../features/catalogue/find/queries.ts'
import type { StateOffer } from '../../features/catalogue/map/policy.ts'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { isUnknown } from '../../lib/api.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { OfferList, useWanted } from './offer-list.tsx'

/** One test and the labs that offer it, for comparison. */
export function TestPage() {
  // The tab's title never names a test: on a shared phone other users see the titles.
  useTitle(copy.compareLabs)
  const { code = '' } = useParams()
  const { search } = useLocation()
  const [now] = useState(() => new Date())
  const test = useTest(code)
  const startAgain = useStartAgain()
  const item = test.isPlaceholderData ? undefined : test.data?.data

  if (test.isError && isUnknown(test.error)) return <UnknownTest />
  if (item && item.code !== code) return <Navigate to={`/explore/tests/${item.code}${search}`} replace />
  const again = () => startAgain('test', 'offers')
  return (
    <div className="page space-y-8 pt-2 pb-8 md:pt-4">
      <div>
        <BackLink to="/explore/tests">{copy.allTests}</BackLink>
        {item ? (
          <div className="space-y-6">
            <TestHead test={item} />
            <TestAsks test={item} now={now} />
          </div>
        ) : test.isError ? (
          <>
            <h1 className="mb-4">{copy.compareLabs}</h1>
            <LabTrouble failure={test.error} onRetry={again} />
          </>
        ) : (
          <Waiting onRetry={again}>
            <TestHeadSkeleton />
          </Waiting>
        )}
      </div>
      {item && item.tests.length > 0 ? <PackageTests key={item.code} tests={item.tests} /> : null}
      {item ? <CompareLabs key={item.code} test={item} /> : null}
      {item ? <RelatedPackages test={item} /> : null}
    </div>
  )
}

/** The labs that offer a test: on the map and in a list, sorted and filtered by the address. */
function CompareLabs({ test }: { test: Test }) {
  const { wanted, want } = useWanted()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
      <div className="space-y-4 lg:sticky lg:top-20 lg:order-last">
        <PlaceFilters code={test.code} states={test.states} wanted={wanted} onChange={want} />
        <MapPanel states={test.states} chosen={wanted.state} onChosen={(state) => want({ state })} />
      </div>
      <OfferList test={test} filters={<OfferFilters wanted={wanted} onChange={want} />} />
    </div>
  )
}

const loadMap = () => import('../../features/catalogue/map/state-map.tsx')
const StateMap = lazy(async () => ({ default: (await loadMap()).StateMap }))
const MapLegend = lazy(async () => ({ default: (await loadMap()).MapLegend }))

/** The `lg` breakpoint: from here the map fits next to the list. */
const roomy = '(min-width: 58.75rem)'

type MapPanelProps = { states: readonly StateOffer[]; chosen: string; onChosen: (state: string) => void }

/** The map next to the list. On phones it is behind a button, as the state filter above does the same. */
function MapPanel(props: MapPanelProps) {
  const [open, setOpen] = useState(() => window.matchMedia(roomy).matches)
  if (!open) {
    return (
      <div className="grid sm:justify-start lg:hidden">
        <Button aria-expanded={false} onPointerEnter={loadMap} onClick={() => setOpen(true)}>
          <PinIcon />
          {copy.showMap}
        </Button>
      </div>
    )
  }
  return (
    <section aria-labelledby="map-title" className="rounded-card border-hair bg-card border p-4 md:p-5">
      <div className="mb-2 flex min-h-12 items-center justify-between gap-2">
        <h2 id="map-title" className="heading-small">
          {copy.mapTitle}
        </h2>
        <div className="-mr-3 lg:hidden">
          <Button look="quiet" aria-label={copy.hideMap} aria-expanded onClick={() => setOpen(false)}>
            {copy.hide}
          </Button>
        </div>
      </div>
      <Suspense fallback={<Skeleton className="mb-30 aspect-[744/600] w-full" />}>
        <StateMap {...props} />
        <MapLegend />
      </Suspense>
    </section>
  )
}
