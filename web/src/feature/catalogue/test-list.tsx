import type { LabLocation, LabTest } from '@labalaba/contract'
import { startTransition, useEffect, useState } from 'react'
import { counted } from '../../lib/format.ts'
import { Skeleton } from '../../ui/states.tsx'
import { byLocation } from './rules.ts'
import { TestRow } from './test-row.tsx'

const box = 'rounded-button border-hair bg-card h-[600px] max-h-[600px] overflow-y-auto border'
const handful = 16
/** More than the box can show at once. */
const inView = 8

/** How many rows are there: a handful at once, then the rest a handful at a time, so that no tap has to wait. */
function useGrowing(total: number): number {
  const [shown, setShown] = useState(handful)
  useEffect(() => {
    if (shown >= total) return
    const timer = setTimeout(() => startTransition(() => setShown(shown + handful)), 32)
    return () => clearTimeout(timer)
  }, [shown, total])
  return shown
}

type TestListProps = {
  tests: readonly LabTest[]
  location: LabLocation | undefined
  selected: ReadonlySet<string>
  now: Date
  onToggle: (test: LabTest) => void
}

/** The tests found: those done at the chosen location, then those that are not. It scrolls within 600 pixels. */
export function TestList({ tests, location, selected, now, onToggle }: TestListProps) {
  const { here, elsewhere } = byLocation(tests, location)
  const shown = useGrowing(tests.length)
  const row = (test: LabTest, isHere: boolean, place: number) => (
    <TestRow
      key={test.code}
      asleep={place >= inView}
      test={test}
      selected={selected.has(test.testName)}
      here={isHere}
      now={now}
      onToggle={onToggle}
    />
  )
  return (
    <div className={tests.length > 4 ? box : 'rounded-button border-hair bg-card overflow-hidden border'}>
      <ul aria-label="Tests">{here.slice(0, shown).map((test, place) => row(test, true, place))}</ul>
      {elsewhere.length > 0 && shown > here.length ? (
        <>
          <h3 className="bg-sand border-hair text-small border-b px-4 py-3 font-semibold">
            {counted(elsewhere.length, 'test')} not done at {location?.name}
          </h3>
          <ul aria-label="Tests not done at this location">
            {elsewhere
              .slice(0, shown - here.length)
              .map((test, place) => row(test, false, here.length + place))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

/** The box of the list before its tests have come. */
export function TestListSkeleton() {
  return (
    <div className={`${box} overflow-hidden`}>
      {['a', 'b', 'c', 'd', 'e'].map((place) => (
        <div key={place} className="border-hair flex h-29.5 justify-between gap-3 border-b p-4">
          <div className="space-y-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-32" />
          </div>
          <div className="flex flex-col items-end justify-between">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-12 w-29" />
          </div>
        </div>
      ))}
    </div>
  )
}
