import { hoursLines, type TestOffer } from '@labalaba/contract'
import { Dialog } from '../../../components/dialog.tsx'
import { ChevronRightIcon, PinIcon } from '../../../components/icons.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { plural } from '../../../lib/fill.ts'
import type { Location } from './adding.tsx'

type LocationDialogProps = {
  offer: TestOffer
  /** Tests of this lab already in the cart; they move along. */
  moving: number
  onChosen: (location: Location) => void
  onClose: () => void
}

/** Asks at which of the lab's locations the test is done. Choosing one adds the test to the cart. */
export function LocationDialog({ offer, moving, onChosen, onClose }: LocationDialogProps) {
  return (
    <Dialog title={copy.locationTitle} onClose={onClose}>
      <p>
        {plural(copy.locationWords, offer.locations.length, { lab: offer.lab.name })}{' '}
        {moving > 0 ? plural(copy.locationMoves, moving) : ''}
      </p>
      <ul className="space-y-3">
        {offer.locations.map((location) => (
          <li key={location.address}>
            <button
              type="button"
              onClick={() => onChosen(location)}
              className="rounded-button border-border bg-card hover:border-ink flex min-h-16 w-full items-center gap-3 border-2 px-4 py-3 text-left"
            >
              <PinIcon className="text-indigo self-start" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{location.name}</span>
                <span className="text-small text-muted block">
                  {location.address}, {location.state}
                </span>
                {location.landmark ? (
                  <span className="text-small text-muted block">{location.landmark}</span>
                ) : null}
                <span className="text-small text-muted block">
                  {hoursLines(location.openingHours, new Date()).join('; ')}
                </span>
              </span>
              <ChevronRightIcon />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
