import type { LabLocation } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { LinkButton } from '../../components/button.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import * as copy from '../../copy/labs.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { Directions, LocationWords } from './location-words.tsx'

/** Why this lab cannot be booked, and where to book instead. */
export function NotTakingBookings() {
  return (
    <div role="alert">
      <Banner tone="error" title={copy.registrationExpired}>
        <p>{copy.closedWords}</p>
        <div className="pt-2">
          <LinkButton to="/explore/labs">{copy.chooseAnother}</LinkButton>
        </div>
      </Banner>
    </div>
  )
}

const few = 2

/** The locations of a lab that takes no bookings, read-only. */
export function PlacesToSee({ locations }: { locations: readonly LabLocation[] }) {
  const rest = locations.slice(few)
  return (
    <div className="space-y-3">
      <h2 className="flex min-h-12 items-center">
        {locations.length === 1 ? copy.labLocation : copy.labLocations}
      </h2>
      <Places locations={locations.slice(0, few)} />
      {rest.length > 0 ? (
        <details className="group">
          <summary className="text-indigo rounded-field inline-flex min-h-12 list-none items-center gap-1 font-semibold underline underline-offset-3 [&::-webkit-details-marker]:hidden">
            {fill(copy.more, { count: rest.length })}
            <ChevronDownIcon className="group-open:rotate-180" />
          </summary>
          <Places locations={rest} />
        </details>
      ) : null}
    </div>
  )
}

function Places({ locations }: { locations: readonly LabLocation[] }) {
  const now = useNow()
  return (
    <ul className="space-y-3">
      {locations.map((location) => (
        <li key={location.address} className="rounded-button border-hair bg-card border px-4 pt-3 pb-1">
          <span className="block font-semibold">{location.name}</span>
          <span className="text-small text-muted block">
            <LocationWords location={location} full={false} now={now} />
          </span>
          <Directions location={location} />
        </li>
      ))}
    </ul>
  )
}

/** Why this location takes no bookings for now, and from when it does again. */
export function PausedPlace({ location, others }: { location: LabLocation; others: boolean }) {
  const { pause, name } = location
  if (!pause) return null
  return (
    <Banner tone="warn" title={fill(copy.paused, { location: name })} announce>
      <p>
        {fill(copy.labSays, { words: pause.words.replace(/\.$/, '') })}{' '}
        {pause.againOn ? fill(copy.againFrom, { day: longDay(pause.againOn) }) : ''}
      </p>
      {others ? <p>{copy.pausedHint}</p> : null}
    </Banner>
  )
}
