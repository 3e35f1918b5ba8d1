import type { LabItem } from '@labalaba/contract'
import { useDeferredValue, useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import * as copy from '../../copy/labs.ts'
import { useLabTests } from '../../features/catalogue/queries.ts'
import { LabBanner, LabBannerLost, LabBannerSkeleton } from '../../features/labs/lab-banner.tsx'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { passedLab, useLab, useLocations } from '../../features/labs/queries.ts'
import { UnknownLab } from '../../features/labs/unknown-lab.tsx'
import { isUnknown } from '../../lib/api.ts'
import { prepareDates } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { LabBooking, LabBookingWaiting } from './lab-booking.tsx'

/** One lab: its name, its locations, and its tests to choose from. Requests all its data itself, so a reload works. */
export function LabPage() {
  const { slug = '' } = useParams()
  const { state, search } = useLocation()
  const passed = passedLab(state)
  const lab = useLab(slug, passed?.slug === slug ? passed : undefined)
  const locations = useLocations(slug)
  const tests = useLabTests(slug)
  const startAgain = useStartAgain()
  useEffect(prepareDates, [])
  const known: (LabItem & { about?: string }) | undefined = lab.data?.data
  useTitle(known?.name ?? copy.laboratory)
  // The loaded data is rendered in steps, so that the page reacts to taps meanwhile.
  const isDrawn = useDeferredValue(Boolean(known && locations.data && tests.data), false)

  const failure = lab.error ?? locations.error ?? tests.error
  if (failure && isUnknown(failure)) return <UnknownLab />
  if (known && known.slug !== slug)
    return <Navigate to={`/labs/${known.slug}${search}`} replace state={state} />
  const again = () => startAgain('lab', 'lab-locations', 'lab-tests')
  return (
    <>
      {known ? (
        <LabBanner lab={known} />
      ) : failure ? (
        <LabBannerLost slug={slug} />
      ) : (
        <LabBannerSkeleton slug={slug} />
      )}
      {isDrawn && known && locations.data && tests.data ? (
        <LabBooking key={known.slug} lab={known} locations={locations.data.data} tests={tests.data} />
      ) : failure ? (
        <div className="page py-6 md:py-8">
          <LabTrouble failure={failure} onRetry={again} />
        </div>
      ) : (
        <LabBookingWaiting onRetry={again} />
      )}
    </>
  )
}
