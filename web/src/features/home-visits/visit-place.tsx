import type { RoundVisit } from '@labalaba/contract'
import { buttonClass } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CallIcon, DirectionsIcon, FastingIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/home-visits.ts'
import { fill, plural } from '../../lib/fill.ts'
import { phoneShown } from '../../lib/format.ts'

/**
 * A link to the patient's address. On Android it opens the phone's own map app, so that no other party gets the address;
 * other systems do not support such a link.
 */
function wayTo(address: string): string {
  if (/Android/.test(navigator.userAgent)) return `geo:0,0?q=${encodeURIComponent(address)}`
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address })}`
}

/** Where the patient is, and how to reach them. */
export function VisitPlace({ visit }: { visit: RoundVisit }) {
  const { place, patient, fastingHours } = visit
  return (
    <Card as="section" labelledBy="where">
      <h2 id="where" className="sr-only">
        {copy.placeTitle}
      </h2>
      <p className="heading-small">{place.address}</p>
      {place.landmark ? <p className="mt-1">{fill(copy.placeNear, { landmark: place.landmark })}</p> : null}
      {fastingHours > 0 ? (
        <p className="text-warn mt-3 flex items-start gap-2 font-semibold">
          <FastingIcon className="mt-0.5 shrink-0" />
          {plural(copy.placeFasting, fastingHours)}
        </p>
      ) : null}
      <div className="mt-4 grid grid-cols-2 gap-3">
        <a className={buttonClass('secondary', true)} href={`tel:+${patient.phone}`}>
          <CallIcon />
          <span>
            {copy.placeCall}
            <span className="sr-only"> {phoneShown(patient.phone)}</span>
          </span>
        </a>
        <a className={buttonClass('secondary', true)} href={wayTo(place.address)} rel="noreferrer">
          <DirectionsIcon />
          {copy.placeDirections}
        </a>
      </div>
    </Card>
  )
}
