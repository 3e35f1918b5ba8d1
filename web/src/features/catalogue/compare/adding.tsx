import { hoursLines, type TestOffer } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { PinIcon } from '../../../components/first-icons.tsx'
import { ChevronRightIcon } from '../../../components/icons.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { type CartAnswer, type ChosenLab, clearCart, fillCart, removeCartItem } from '../../../lib/cart.ts'
import { plural } from '../../../lib/fill.ts'
import { toast } from '../../../lib/toast.ts'
import { rememberedAddress, useSelection } from '../queries.ts'
import { ReplaceCartDialog } from '../replace-cart-dialog.tsx'

export type Location = TestOffer['locations'][number]

export type Adding = {
  /** This lab's test is in the cart. */
  inCart: boolean
  /** Adds it to the cart, after any questions; `then` runs once it is added. */
  add: (then?: () => void) => void
  remove: () => void
  /** The open question as a dialog; can be rendered anywhere in the page. */
  questions: ReactNode
}

type Step = { location: Location | undefined; then: (() => void) | undefined }

function chosenLab({ lab }: TestOffer, location: Location): ChosenLab {
  const { name, address, state } = location
  return { name: lab.name, reference: lab.slug, address, location: name, state }
}

/** The location if there is nothing to ask: the only one, or the one chosen at this lab before. */
function decided({ lab, locations }: TestOffer): Location | undefined {
  const [only, ...others] = locations
  if (others.length === 0) return only
  const address = rememberedAddress(lab.slug)
  return locations.find((location) => location.address === address)
}

/** Shows the result of a cart change in a toast, and returns whether it was made. */
function showOutcome({ ok, message }: CartAnswer): boolean {
  if (ok) toast.success(message)
  else toast.error(message)
  return ok
}

/** Adds a test to the cart. Asks for the location if there are several, and before it removes another lab's tests. */
export function useAdding(testName: string, offer: TestOffer | undefined): Adding {
  const [step, setStep] = useState<Step>()
  const { selected, othersInCart } = useSelection(offer?.lab.slug ?? '')
  const beside = selected.filter(({ name }) => name !== testName)

  function put(location: Location, then?: () => void): void {
    if (!offer) return
    if (othersInCart > 0) clearCart()
    const item = { name: testName, amount: offer.amount }
    const answer = fillCart(chosenLab(offer, location), [...beside, item])
    setStep(undefined)
    if (showOutcome(answer)) then?.()
  }

  function goOn(location: Location | undefined, then: (() => void) | undefined): void {
    if (location && othersInCart === 0) put(location, then)
    else setStep({ location, then })
  }

  return {
    inCart: selected.some(({ name }) => name === testName),
    add: (then) => {
      if (offer) goOn(decided(offer), then)
    },
    remove: () => void showOutcome(removeCartItem(testName)),
    questions:
      offer && step ? (
        <Question
          offer={offer}
          step={step.location ? 'cart' : 'location'}
          moving={beside.length}
          inCart={othersInCart}
          onLocation={(location) => goOn(location, step.then)}
          onReplace={() => step.location && put(step.location, step.then)}
          onLeave={() => setStep(undefined)}
        />
      ) : null,
  }
}

type QuestionProps = {
  offer: TestOffer
  step: 'location' | 'cart'
  /** The number of other tests of this lab already in the cart. */
  moving: number
  /** The number of tests of another lab in the cart. */
  inCart: number
  onLocation: (location: Location) => void
  onReplace: () => void
  onLeave: () => void
}

/** The questions before a test is added: first the location, then whether to replace another lab's tests. */
function Question({ offer, step, moving, inCart, onLocation, onReplace, onLeave }: QuestionProps) {
  if (step === 'location') {
    return <LocationDialog offer={offer} moving={moving} onChosen={onLocation} onClose={onLeave} />
  }
  return <ReplaceCartDialog labName={offer.lab.name} inCart={inCart} onReplace={onReplace} onKeep={onLeave} />
}

type LocationDialogProps = {
  offer: TestOffer
  /** Tests of this lab already in the cart; they move along. */
  moving: number
  onChosen: (location: Location) => void
  onClose: () => void
}

/** Asks at which of the lab's locations the test is done. Choosing one adds the test to the cart. */
function LocationDialog({ offer, moving, onChosen, onClose }: LocationDialogProps) {
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
