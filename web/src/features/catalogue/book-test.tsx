import type { LabLocation, LabTest } from '@labalaba/contract'
import { lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { Field } from '../../components/field.tsx'
import { StickyBar } from '../../components/navigation.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/catalogue.ts'
import { fill, plural } from '../../lib/fill.ts'
import { nairaTwo } from '../../lib/format.ts'
import { namesListed } from '../../lib/names.ts'
import { useDrawnLater } from '../../lib/staged-rendering.ts'
import {
  allTests,
  categoryButtons,
  findTests,
  locationsDoingAll,
  proceedWords,
  testsForSale,
} from './policy.ts'
import { TestListSkeleton } from './test-list-waiting.tsx'

// Loaded last, so that its code, icons and styles delay nothing else.
const loadList = () => import('./test-list.tsx')
const TestList = lazy(async () => ({ default: (await loadList()).TestList }))

type BookTestProps = {
  tests: readonly LabTest[]
  location: LabLocation | undefined
  selected: ReadonlySet<string>
  /** The selected package that includes each test. */
  held: ReadonlyMap<string, string>
  /** Undefined if the lab takes no bookings. */
  onToggle: ((test: LabTest) => void) | undefined
}

/** Finds tests of one lab by name, short name or category, and selects them. */
export const BookTest = memo(function BookTest(props: BookTestProps) {
  const { tests, location, selected, held, onToggle } = props
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState(allTests)
  const [now] = useState(() => new Date())
  // The field and the chips update immediately; the long list is a deferred render.
  const sought = useDeferredValue(typed)
  const shown = useDeferredValue(category)
  const isDrawn = useDrawnLater()
  const forSale = useMemo(() => testsForSale(tests), [tests])
  const categories = useMemo(() => categoryButtons(forSale), [forSale])
  const found = useMemo(() => findTests(forSale, shown, sought), [forSale, shown, sought])
  const narrowed = sought.trim() !== '' || shown !== allTests
  return (
    <div className="space-y-3">
      <Field
        id="test-search"
        label={plural(copy.searchTests, forSale.length)}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={typed}
        onText={setTyped}
      />
      <ChipRow label={copy.categories}>
        {categories.map((one) => (
          <Chip key={one} pressed={one === category} onPressed={() => setCategory(one)}>
            {one}
          </Chip>
        ))}
      </ChipRow>
      <p className="text-small text-muted">
        <span aria-live="polite">
          {narrowed && found.length > 0 ? plural(copy.testsFound, found.length) : ''}
        </span>{' '}
        {onToggle ? copy.readyDaysNote : ''}
      </p>
      <Suspense fallback={<TestListSkeleton />}>
        {!isDrawn ? (
          <TestListSkeleton />
        ) : found.length > 0 ? (
          <TestList
            tests={found}
            location={location}
            selected={selected}
            held={held}
            now={now}
            onToggle={onToggle}
          />
        ) : (
          <NoTests
            narrowed={narrowed}
            onClear={() => {
              setTyped('')
              setCategory(allTests)
            }}
          />
        )}
      </Suspense>
    </div>
  )
})

/** A placeholder before the list is drawn. Fetches the list's code meanwhile. */
export function BookTestWaiting() {
  useEffect(() => {
    loadList().catch(() => undefined)
  }, [])
  return (
    <>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-16 w-full" />
      <TestListSkeleton />
    </>
  )
}

function NoTests({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  return (
    <div className="rounded-button border-hair bg-card flex flex-col items-center gap-3 border px-4 py-8 text-center">
      <p role="status" className="heading-small">
        {copy.noTests}
      </p>
      <p className="text-muted">{narrowed ? copy.noTestOfName : copy.noTestsListed}</p>
      {narrowed ? <Button onClick={onClear}>{copy.showAllTests}</Button> : null}
    </div>
  )
}

type ProceedBarProps = { count: number; total: number; onProceed: () => void }

/** The bar at the bottom: disabled until a test is selected, then the total and the button to proceed. */
export function ProceedBar({ count, total, onProceed }: ProceedBarProps) {
  useEffect(prepareNairaSign, [])
  if (count === 0) {
    return (
      <StickyBar
        always
        left={null}
        action={
          <Button look="primary" wide disabled>
            {copy.selectToProceed}
          </Button>
        }
      />
    )
  }
  return (
    <StickyBar
      always
      left={
        <p aria-live="polite">
          <span className="text-muted block text-[0.875rem] leading-5">{copy.subTotal}</span>
          <span className="figures font-head block text-[1.25rem] leading-7 font-bold">
            {nairaTwo(total)}
          </span>
        </p>
      }
      action={
        <span className="grid grow sm:grow-0">
          <Button look="primary" onClick={onProceed}>
            {proceedWords(count)}
          </Button>
        </span>
      }
    />
  )
}

/** The heading font has ₦ in a separate 3 kB file. Loading it before the first sum avoids a layout shift. */
function prepareNairaSign(): void {
  document.fonts.load('700 1.25rem Brygada', '₦').catch(() => undefined)
}

type NotDoneHereProps = {
  /** Selected tests that the chosen location does not do. */
  missing: readonly LabTest[]
  /** All tests selected at this lab. */
  chosen: readonly LabTest[]
  location: LabLocation
  locations: readonly LabLocation[]
  onRemove: () => void
  onMove: (location: LabLocation) => void
}

/** Lists selected tests that the chosen location does not do, with both solutions. The selection stays until then. */
export function NotDoneHere({ missing, chosen, location, locations, onRemove, onMove }: NotDoneHereProps) {
  const better = locationsDoingAll(chosen, locations)[0]
  return (
    <Banner
      tone="warn"
      title={plural(copy.missingTitle, missing.length, { location: location.name })}
      announce
    >
      <p className="text-small">
        {plural(copy.missingWords, missing.length, {
          names: namesListed(missing.map((test) => test.testName)),
        })}
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        {better ? (
          <Button onClick={() => onMove(better)}>{fill(copy.useLocation, { name: better.name })}</Button>
        ) : null}
        <Button look={better ? 'quiet' : 'secondary'} onClick={onRemove}>
          {plural(copy.removeMissing, missing.length)}
        </Button>
      </div>
    </Banner>
  )
}
