import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { PinIcon } from '../../../components/icons.tsx'
import { Skeleton } from '../../../components/states.tsx'
import * as copy from '../../../copy/catalogue.ts'
import type { StateOffer } from './policy.ts'

const loadMap = () => import('./state-map.tsx')
const StateMap = lazy(async () => ({ default: (await loadMap()).StateMap }))
const MapLegend = lazy(async () => ({ default: (await loadMap()).MapLegend }))

/** The `lg` breakpoint: from here the map fits next to the list. */
const roomy = '(min-width: 58.75rem)'

type MapPanelProps = { states: readonly StateOffer[]; chosen: string; onChosen: (state: string) => void }

/** The map next to the list. On phones it is behind a button, as the state filter above does the same. */
export function MapPanel(props: MapPanelProps) {
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
