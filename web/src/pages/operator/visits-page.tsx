import { addDays, type ListedVisit, lagosDate, type Phlebotomist } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import * as copy from '../../copy/home-visits.ts'
import * as shared from '../../copy/shared.ts'
import { areaLine } from '../../features/home-visits/policy.ts'
import { usePhlebotomists, useVisits } from '../../features/home-visits/queries.ts'
import { VisitList, VisitsWaiting } from '../../features/home-visits/visit-list.tsx'
import { fill, plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { useNow } from '../../lib/now.ts'

const CapacityView = lazy(async () => ({
  default: (await import('../../features/home-visits/capacity-view.tsx')).CapacityView,
}))
const AnotherTime = lazy(async () => ({ default: (await import('./another-time.tsx')).AnotherTime }))

type VisitsProps = { day: string | null; says: string; empty: ReactNode; onDone: () => void }

function Visits({ day, says, empty, onDone }: VisitsProps) {
  const [page, setPage] = useState(1)
  const [moving, setMoving] = useState<ListedVisit | null>(null)
  const visits = useVisits(day, page)
  const list = visits.data
  if (!list) {
    return (
      <NotLoaded failure={visits.error} onRetry={() => void visits.refetch()}>
        <VisitsWaiting />
      </NotLoaded>
    )
  }
  if (list.data.length === 0 && page === 1) return empty
  return (
    <section aria-label={says} className="space-y-4">
      <h2 className="sr-only">{says}</h2>
      <p aria-live="polite" className="text-muted">
        {plural(copy.visitsCount, list.pagination.totalRecords)}
      </p>
      <VisitList visits={list.data} isTurning={visits.isPlaceholderData} onDone={onDone} onMove={setMoving} />
      <Pagination
        page={page}
        pages={list.pagination.totalPages}
        onPage={setPage}
        working={visits.isPlaceholderData}
      />
      <Suspense>
        {moving ? (
          <AnotherTime
            visit={moving}
            onClose={() => setMoving(null)}
            onDone={() => {
              setMoving(null)
              onDone()
            }}
          />
        ) : null}
      </Suspense>
    </section>
  )
}

/** How many days the operator can look back and ahead. */
const span = { back: 7, ahead: 14 }

function ByDay({ onDone }: { onDone: () => void }) {
  const today = lagosDate(useNow())
  const [day, setDay] = useState<string>(today)
  const days = Array.from({ length: span.back + span.ahead + 1 }, (_, index) =>
    addDays(today, index - span.back),
  )
  return (
    <div className="space-y-4">
      <div className="max-w-80">
        <SelectField
          label={shared.day}
          value={day}
          options={days.map((one) => ({
            value: one,
            label: one === today ? fill(copy.todayIs, { day: longDay(one) }) : longDay(one),
          }))}
          onChosen={setDay}
        />
      </div>
      <Visits
        key={day}
        day={day}
        says={fill(copy.visitsOnDay, { day: longDay(day) })}
        onDone={onDone}
        empty={<EmptyState title={copy.visitsNoneOnDay}>{copy.visitsAnotherDay}</EmptyState>}
      />
    </div>
  )
}

function People({ onDone }: { onDone: () => void }) {
  const people = usePhlebotomists(lagosDate(useNow()))
  const list = people.data?.data
  if (!list) {
    return (
      <NotLoaded failure={people.error} onRetry={() => void people.refetch()}>
        <VisitsWaiting />
      </NotLoaded>
    )
  }
  if (list.length === 0) {
    return <EmptyState title={copy.peopleNoneTitle}>{copy.peopleNone}</EmptyState>
  }
  return (
    <section aria-label={copy.peopleTitle} className="space-y-4">
      <h2 className="sr-only">{copy.peopleTitle}</h2>
      <PeopleList people={list} onDone={onDone} />
    </section>
  )
}

/** Home visits, for operators. */
export function VisitsPage() {
  useTitle(copy.visitsTitle)
  useDensity('compact')
  const cache = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)

  function readAgain(): void {
    for (const key of ['visits', 'phlebotomists', 'service-areas', 'visit-capacity'])
      void cache.invalidateQueries({ queryKey: [key] })
    // The focused element may have been removed.
    heading.current?.focus({ preventScroll: true })
  }

  const noneLeft = <EmptyState title={copy.visitsAllAssignedTitle}>{copy.visitsAllAssigned}</EmptyState>
  return (
    <div className="page space-y-4 py-6">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {copy.visitsTitle}
        </h1>
        <p className="text-muted">{copy.visitsHint}</p>
      </div>
      <Tabs
        name={copy.visitsTitle}
        tabs={[
          {
            id: 'unassigned',
            words: copy.toDo,
            content: <Visits day={null} says={copy.visitsUnassigned} empty={noneLeft} onDone={readAgain} />,
          },
          { id: 'day', words: copy.visitsByDay, content: <ByDay onDone={readAgain} /> },
          {
            id: 'room',
            words: copy.visitsCapacity,
            content: (
              <Suspense fallback={<VisitsWaiting />}>
                <CapacityView />
              </Suspense>
            ),
          },
          { id: 'people', words: copy.peopleTitle, content: <People onDone={readAgain} /> },
        ]}
      />
    </div>
  )
}

const AreasDialog = lazy(async () => ({
  default: (await import('../../features/home-visits/areas-dialog.tsx')).AreasDialog,
}))

/** The phlebotomists who can be sent, with their areas and today's visits. */
function PeopleList({ people, onDone }: { people: readonly Phlebotomist[]; onDone: () => void }) {
  const [chosen, setChosen] = useState<Phlebotomist | null>(null)
  return (
    <>
      <ul className="rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border">
        {people.map((person) => (
          <li
            key={person.id}
            className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <div className="min-w-0">
              <h3 className="font-body text-body flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {person.name}
                {person.areas.length === 0 ? <Tag tone="warn">{copy.personNoArea}</Tag> : null}
              </h3>
              <p className="text-muted">
                {plural(copy.personLoad, person.load, {
                  most: person.dailyVisits,
                  areas: areaLine(person.areas),
                })}
              </p>
            </div>
            <Button onClick={() => setChosen(person)}>
              {copy.changeAreas}
              <span className="sr-only">, {person.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <Suspense>
          <AreasDialog
            person={chosen}
            onClose={() => setChosen(null)}
            onDone={() => {
              setChosen(null)
              onDone()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
