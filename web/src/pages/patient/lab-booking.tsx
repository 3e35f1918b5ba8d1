import type { LabItem, LabLocation, LabTest } from '@labalaba/contract'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Switch } from '../../components/choices.tsx'
import { Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/labs.ts'
import * as shared from '../../copy/shared.ts'
import { BookTest, BookTestWaiting, NotDoneHere, ProceedBar } from '../../features/catalogue/book-test.tsx'
import {
  isDoneAt,
  oneAtATimeWords,
  packagesHolding,
  replacedWords,
  repriced,
} from '../../features/catalogue/policy.ts'
import {
  moveTo,
  rememberedAddress,
  replaceWith,
  toggleTest,
  usePausedTests,
  useSelection,
} from '../../features/catalogue/queries.ts'
import { ReplaceCartDialog } from '../../features/catalogue/replace-cart-dialog.tsx'
import { LocationChoice, LocationSkeleton } from '../../features/labs/location-choice.tsx'
import { rememberedLocation } from '../../features/labs/policy.ts'
import { type CartAnswer, type CartItem, type ChosenLab, cartTotal } from '../../lib/cart.ts'
import { useDrawnLater } from '../../lib/staged-rendering.ts'
import { toast } from '../../lib/toast.ts'
import { useEventCallback } from '../../lib/use-event-callback.ts'

// Loaded on demand: hardly any lab takes no bookings at all, or has paused anything.
const NotTakingBookings = lazy(async () => ({
  default: (await import('../../features/labs/closed-lab.tsx')).NotTakingBookings,
}))
const PlacesToSee = lazy(async () => ({
  default: (await import('../../features/labs/closed-lab.tsx')).PlacesToSee,
}))
const PausedPlace = lazy(async () => ({
  default: (await import('../../features/labs/closed-lab.tsx')).PausedPlace,
}))
const PausedTests = lazy(async () => ({
  default: (await import('../../features/catalogue/paused-tests.tsx')).PausedTests,
}))

type LabBookingProps = { lab: LabItem; locations: readonly LabLocation[]; tests: readonly LabTest[] }

function asChosen(lab: LabItem, location: LabLocation | undefined): ChosenLab {
  const chosen = { name: lab.name, reference: lab.slug, address: location?.address ?? '' }
  return location ? { ...chosen, location: location.name, state: location.state } : chosen
}

function tell(answer: CartAnswer): void {
  if (answer.ok) toast.success(answer.message)
  else toast.error(answer.message)
}

/** The selection, in the forms that the cart, the list and the warnings need. */
function chosenFrom(inCart: readonly CartItem[], tests: readonly LabTest[]) {
  const selected = repriced(inCart, tests)
  const names = new Set(selected.map((item) => item.name))
  const chosenTests = tests.filter((test) => names.has(test.testName))
  return { selected, names, chosenTests, held: packagesHolding(chosenTests) }
}

/** Location, tests, and the way to the cart. The selection is the cart itself, so that it survives a reload. */
export function LabBooking({ lab, locations, tests }: LabBookingProps) {
  const go = useNavigate()
  const [address, setAddress] = useState(() => rememberedAddress(lab.slug))
  const [several, setSeveral] = useState(true)
  const [waiting, setWaiting] = useState<LabTest>()
  const placeTitle = useRef<HTMLHeadingElement>(null)
  const { selected: inCart, othersInCart } = useSelection(lab.slug)
  useEffect(() => toast.prepare(), [])
  const location = rememberedLocation(locations, address)
  // The radio button reacts immediately; the tests follow when the browser has time.
  const place = useDeferredValue(location)
  const testsAreDrawn = useDrawnLater()
  const chosenLab = asChosen(lab, location)
  const { selected, names, chosenTests, held } = useMemo(() => chosenFrom(inCart, tests), [inCart, tests])
  const open = lab.verification.bookable
  const bookable = open && !location?.pause
  const paused = usePausedTests(lab.slug)
  const missing = chosenTests.filter((test) => !isDoneAt(test, location))

  const toggle = useEventCallback((test: LabTest) => {
    if (othersInCart > 0) setWaiting(test)
    else if (several || selected.length === 0 || names.has(test.testName)) tell(toggleTest(chosenLab, test))
    else {
      const answer = replaceWith(chosenLab, test)
      tell(answer.ok ? { ok: true, message: replacedWords(test.testName, [...names]) } : answer)
    }
  })

  function choose(wanted: LabLocation): void {
    setAddress(wanted.address)
    moveTo(asChosen(lab, wanted), selected)
  }

  function proceed(): void {
    if (!location) {
      toast.warn(copy.selectLab)
      placeTitle.current?.focus({ preventScroll: true })
      placeTitle.current?.scrollIntoView()
    } else {
      moveTo(chosenLab, selected)
      go('/cart')
    }
  }

  return (
    <>
      <div className="page flex-1 space-y-6 py-4 md:py-8">
        {open ? null : (
          <Suspense fallback={null}>
            <NotTakingBookings />
          </Suspense>
        )}
        {open && location?.pause ? (
          <Suspense fallback={null}>
            <PausedPlace location={location} others={locations.some(({ pause }) => pause === null)} />
          </Suspense>
        ) : null}
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-[384px_minmax(0,1fr)] lg:gap-12">
          {open ? (
            <section aria-labelledby="location-title">
              <LocationChoice
                locations={locations}
                chosen={location}
                onChosen={choose}
                titleRef={placeTitle}
              />
            </section>
          ) : (
            <Suspense fallback={<LocationSkeleton />}>
              <PlacesToSee locations={locations} />
            </Suspense>
          )}
          <section aria-labelledby="tests-title" className="min-w-0 space-y-3">
            <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
              <h2 id="tests-title">{open ? copy.bookTest : shared.tests}</h2>
              {bookable ? (
                <Switch on={several} onTurned={setSeveral} describedBy="one-at-a-time">
                  {copy.selectMultiple}
                </Switch>
              ) : null}
            </div>
            <p id="one-at-a-time" role="status" className="text-small text-muted empty:hidden">
              {several ? '' : oneAtATimeWords(selected.length)}
            </p>
            {open && location && missing.length > 0 ? (
              <NotDoneHere
                missing={missing}
                chosen={chosenTests}
                location={location}
                locations={locations}
                onMove={choose}
                onRemove={() => {
                  for (const test of missing) toggleTest(chosenLab, test)
                  toast.success(copy.itemRemoved)
                }}
              />
            ) : null}
            {paused.length > 0 ? (
              <Suspense fallback={null}>
                <PausedTests paused={paused} />
              </Suspense>
            ) : null}
            {testsAreDrawn ? (
              <BookTest
                tests={tests}
                location={open ? place : undefined}
                selected={names}
                held={held}
                onToggle={bookable ? toggle : undefined}
              />
            ) : (
              <BookTestWaiting />
            )}
          </section>
        </div>
      </div>
      {bookable ? (
        <ProceedBar count={selected.length} total={cartTotal(selected)} onProceed={proceed} />
      ) : null}
      {waiting ? (
        <ReplaceCartDialog
          labName={lab.name}
          inCart={othersInCart}
          onKeep={() => setWaiting(undefined)}
          onReplace={() => {
            tell(replaceWith(chosenLab, waiting))
            setWaiting(undefined)
          }}
        />
      ) : null}
    </>
  )
}

/** The same page before its locations and tests have loaded. */
export function LabBookingWaiting({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <div className="page flex-1 py-4 md:py-8">
        <Waiting onRetry={onRetry}>
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[384px_minmax(0,1fr)] lg:gap-12">
            <div className="space-y-3">
              <h2 className="flex min-h-12 items-center">{copy.chooseLocation}</h2>
              <LocationSkeleton />
            </div>
            <div className="min-w-0 space-y-3">
              <h2 className="flex min-h-12 items-center">{copy.bookTest}</h2>
              <BookTestWaiting />
            </div>
          </div>
        </Waiting>
      </div>
      <ProceedBar count={0} total={0} onProceed={() => undefined} />
    </>
  )
}
