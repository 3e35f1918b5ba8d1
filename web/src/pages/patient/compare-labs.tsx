import type { TestPage } from '@labalaba/contract'
import { OfferFilters, PlaceFilters } from '../../features/catalogue/compare/offer-filters.tsx'
import { MapPanel } from '../../features/catalogue/map/map-panel.tsx'
import { OfferList, useWanted } from './offer-list.tsx'

/** The labs that offer a test: on the map and in a list, sorted and filtered by the address. */
export function CompareLabs({ test }: { test: TestPage }) {
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
