import type { LabLocation } from '@labalaba/contract'
import { type Ref, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/labs.ts'
import * as shared from '../../copy/shared.ts'
import { afterDrawing } from '../../lib/after-drawing.ts'
import { fill } from '../../lib/fill.ts'
import { useNow } from '../../lib/now.ts'
import { Directions, LocationWords } from './location-words.tsx'

type LocationChoiceProps = {
  locations: readonly LabLocation[]
  chosen: LabLocation | undefined
  onChosen: (location: LabLocation) => void
  /** The heading, so that the page can move the focus there. */
  titleRef: Ref<HTMLHeadingElement>
}

const fewOnPhones = 2
/** This many fit next to the first tests without making the page longer. Folding starts with two more. */
const fewOnLarge = 4
/** Below the `lg` breakpoint the locations fold. */
const folding = 'not all and (min-width: 58.75rem)'

/**
 * The location for the tests. On phones only the chosen one is shown, with a button to change it, so that the tests below
 * are near; larger screens show the first few and the chosen one.
 */
export function LocationChoice({ locations, chosen, onChosen, titleRef }: LocationChoiceProps) {
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState<{ location: LabLocation; instead: LabLocation | undefined }>()
  // The radio button updates in its own frame; the parts that depend on it (words, tests, cart) follow.
  const checked = pending && pending.instead === chosen ? pending.location : chosen
  const now = useNow()
  const byKeyboard = useRef(false)
  const group = useRef<HTMLFieldSetElement>(null)

  function inSight(location: LabLocation, place: number): boolean {
    if (open) return true
    return chosen ? location === chosen : place < fewOnPhones
  }

  function inSightOnLarge(location: LabLocation, place: number): boolean {
    return open || location === chosen || place < fewOnLarge || locations.length <= fewOnLarge + 1
  }

  function choose(location: LabLocation): void {
    setPending({ location, instead: chosen })
    void afterDrawing().then(() => {
      onChosen(location)
      // Arrow keys choose each location they pass. Folding meanwhile would hide the others.
      if (byKeyboard.current) setOpen(true)
      else if (open) fold()
    })
  }

  function showAll(): void {
    setOpen(true)
    const radios = [...(group.current?.querySelectorAll('input') ?? [])]
    const radio = radios.find((one) => one.checked) ?? radios[0]
    radio?.focus({ preventScroll: true })
  }

  /** On phones: folds the long list and scrolls to the chosen location. */
  function fold(): void {
    if (!window.matchMedia(folding).matches) return
    setOpen(false)
    requestAnimationFrame(() => group.current?.scrollIntoView())
  }

  const hidden = locations.some((location, place) => !inSight(location, place))
  const hiddenOnLarge = locations.some((location, place) => !inSightOnLarge(location, place))
  return (
    <fieldset
      ref={group}
      className="space-y-3"
      onKeyDown={() => {
        byKeyboard.current = true
      }}
      onPointerDown={() => {
        byKeyboard.current = false
      }}
    >
      <legend className="sr-only">{copy.chooseLocation}</legend>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <h2 id="location-title" ref={titleRef} tabIndex={-1}>
          {chosen ? copy.labLocation : copy.chooseLocation}
        </h2>
        {chosen && hidden ? (
          <div className="-mr-3 lg:hidden">
            <Button look="quiet" onClick={showAll}>
              {shared.change}
            </Button>
          </div>
        ) : null}
      </div>
      {locations.map((location, place) => (
        <div
          key={location.address}
          className={`${inSight(location, place) ? '' : 'hidden'} ${inSightOnLarge(location, place) ? 'lg:block' : 'lg:hidden'}`}
        >
          <RadioCard
            name="location"
            value={location.address}
            checked={location === checked}
            title={location.name}
            onChosen={() => choose(location)}
          >
            <LocationWords location={location} full={location === chosen} now={now} />
          </RadioCard>
          {location === chosen ? <Directions location={location} /> : null}
        </div>
      ))}
      {(hidden && !chosen) || hiddenOnLarge ? (
        <div className={`${hidden && !chosen ? '' : 'hidden'} ${hiddenOnLarge ? 'lg:block' : 'lg:hidden'}`}>
          <Button wide onClick={showAll}>
            {fill(copy.showAllLocations, { count: locations.length })}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}

/** Placeholders for two locations. */
export function LocationSkeleton() {
  return (
    <div className="space-y-3">
      <Skeleton className="rounded-button h-26 w-full lg:h-38" />
      <Skeleton className="rounded-button h-26 w-full lg:h-38" />
    </div>
  )
}
