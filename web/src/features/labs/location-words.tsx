import { hoursLines, type LabLocation, openNow } from '@labalaba/contract'
import { memo } from 'react'
import { PinIcon } from '../../components/first-icons.tsx'
import { ClockIcon, DirectionsIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/labs.ts'
import { fill } from '../../lib/fill.ts'
import { directionsTo } from './policy.ts'

type LocationWordsProps = {
  location: LabLocation
  /** Shows all of it on phones too. */
  full: boolean
  now: Date
}

/** Address and state, and whether it is open. Landmark and hours only on large screens, or if `full`. */
export const LocationWords = memo(function LocationWords({ location, full, now }: LocationWordsProps) {
  return (
    <>
      <span className="block">
        {location.address}, {location.state}
      </span>
      {location.landmark ? (
        <span className={`mt-1 items-start gap-1.5 ${full ? 'flex' : 'hidden lg:flex'}`}>
          <PinIcon size={16} className="mt-0.5 md:mt-1" />
          {location.landmark}
        </span>
      ) : null}
      {location.pause ? (
        <span className="text-warn mt-1 block font-semibold">{copy.pausedLocation}</span>
      ) : null}
      <span className="mt-1 flex items-start gap-1.5">
        <ClockIcon size={16} className="mt-0.5 md:mt-1" />
        <span>
          <OpenWords hours={location.openingHours} now={now} />
          <span className={full ? 'block' : 'hidden lg:block'}>
            {hoursLines(location.openingHours, now).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </span>
        </span>
      </span>
    </>
  )
})

/** Whether it is open now, by its hours and the Lagos clock; nothing if the hours cannot be read. */
function OpenWords({ hours, now }: { hours: string; now: Date }) {
  const state = openNow(hours, now)
  if (!state) return null
  return <span className={`block font-semibold ${state.open ? 'text-leaf' : 'text-ink'}`}>{state.words}</span>
}

/** A link to directions in the phone's map app. Sends only the destination, no referrer. */
export function Directions({ location }: { location: LabLocation }) {
  return (
    <a
      href={directionsTo(location)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={fill(copy.directionsTo, { location: location.name })}
      className="text-small min-h-row mt-1 inline-flex items-center gap-2 px-1 font-semibold"
    >
      <DirectionsIcon />
      <span>
        {copy.directions} <span className="text-muted font-normal">{copy.directionsNote}</span>
      </span>
    </a>
  )
}
