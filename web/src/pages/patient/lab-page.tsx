import type { LabItem } from '@labalaba/contract'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { Tag } from '../../components/card.tsx'
import { HouseIcon } from '../../components/first-icons.tsx'
import { AdireBand } from '../../components/mark.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NothingHere, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/labs.ts'
import * as shared from '../../copy/shared.ts'
import { useLabTests } from '../../features/catalogue/queries.ts'
import { AdireTile } from '../../features/labs/adire-tile.tsx'
import { FavouriteHeart } from '../../features/labs/favourite-heart.tsx'
import { LabStatus, LabStatusFacts } from '../../features/labs/lab-status.tsx'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { clothOf } from '../../features/labs/policy.ts'
import { passedLab, useLab, useLocations } from '../../features/labs/queries.ts'
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
  const item: (LabItem & { about?: string }) | undefined = lab.data?.data
  useTitle(item?.name ?? copy.laboratory)
  // The loaded data is rendered in steps, so that the page reacts to taps meanwhile.
  const isDrawn = useDeferredValue(Boolean(item && locations.data && tests.data), false)

  const failure = lab.error ?? locations.error ?? tests.error
  if (failure && isUnknown(failure)) return <UnknownLab />
  if (item && item.slug !== slug) return <Navigate to={`/labs/${item.slug}${search}`} replace state={state} />
  const again = () => startAgain('lab', 'lab-locations', 'lab-tests')
  return (
    <>
      {item ? (
        <LabBanner lab={item} />
      ) : failure ? (
        <LabBannerLost slug={slug} />
      ) : (
        <LabBannerSkeleton slug={slug} />
      )}
      {isDrawn && item && locations.data && tests.data ? (
        <LabBooking key={item.slug} lab={item} locations={locations.data.data} tests={tests.data} />
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

/** Shown if no lab has this URL. */
function UnknownLab() {
  return (
    <NothingHere onward={{ to: '/explore/labs', words: copy.exploreLabs }}>{copy.unknownLab}</NothingHere>
  )
}

function Frame({ slug, heart, children }: { slug: string; heart?: ReactNode; children: ReactNode }) {
  const back = <BackLink to="/explore/labs">{copy.exploreLabs}</BackLink>
  return (
    <div className="border-hair bg-card border-b">
      <AdireBand cloth={clothOf(slug).cloth} />
      <div className="page relative pb-1 md:flex md:gap-6 md:pb-6">
        <div className="-mt-6 flex items-end gap-3 md:-mt-8 md:self-start">
          <AdireTile slug={slug} big />
          <div className="flex-1 md:hidden">{back}</div>
          <div className="md:absolute md:top-2 md:right-8">{heart}</div>
        </div>
        <div className="min-w-0 pt-2 md:flex-1 md:pr-14">
          <div className="hidden md:block">{back}</div>
          {children}
        </div>
      </div>
    </div>
  )
}

/** The lab of this page: its pattern, its name, and the basis of "verified". */
function LabBanner({ lab }: { lab: LabItem & { about?: string } }) {
  return (
    <Frame slug={lab.slug} heart={<FavouriteHeart lab={lab} />}>
      <h1>{lab.name}</h1>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <LabStatus verification={lab.verification} numbered />
        <span className="flex flex-wrap gap-2">
          {lab.homeCollection ? <Tag icon={<HouseIcon size={16} />}>{copy.homeCollection}</Tag> : null}
          {lab.sampleData ? <Tag>{shared.sampleData}</Tag> : null}
        </span>
      </div>
      <LabStatusFacts verification={lab.verification} about={lab.about ?? ''} />
    </Frame>
  )
}

/** The banner of a lab that failed to load; nothing in it looks like loading. */
function LabBannerLost({ slug }: { slug: string }) {
  return (
    <Frame slug={slug}>
      <h1 className="pb-3 md:pb-0">{copy.laboratory}</h1>
    </Frame>
  )
}

/** The banner while the lab loads; most names take two lines on a phone. Its title tells screen readers. */
function LabBannerSkeleton({ slug }: { slug: string }) {
  return (
    <Frame slug={slug} heart={<span className="block size-12" />}>
      <h1>
        <span className="sr-only">{copy.laboratory}</span>
        <Skeleton className="h-18 w-3/5 sm:h-9 md:h-10.5" />
      </h1>
      <Skeleton className="mt-2 h-15 w-56 sm:h-10 md:h-12" />
      <Skeleton className="mt-2 h-7 w-64 md:hidden" />
      <div className="h-12" />
    </Frame>
  )
}
