import {
  addDays,
  type CapacityArea,
  type CapacityWindow,
  formatWindow,
  lagosDate,
  lagosTime,
  visitWindows,
} from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Tag } from '../../components/card.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/home-visits.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { areaName, cellWords, uncoveredWords } from './capacity.ts'
import { useCapacity } from './queries.ts'

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
/** How many days can be viewed: as many as patients are offered. */
const daysAhead = 14
/** The end of a day's last window. */
const lastEnd = visitWindows[visitWindows.length - 1]?.to ?? '24:00'

/** Free capacity for home visits on a day, by window, and booked visits in areas that no phlebotomist serves. */
export function CapacityView() {
  const now = useNow()
  const today = lagosDate(now)
  // Once its last window is over, the view starts with tomorrow.
  const [day, setDay] = useState<string>(overOn(today, now)(lastEnd) ? addDays(today, 1) : today)
  const [state, setState] = useState<string | null>(null)
  const query = useCapacity(day, state)
  const found = query.data?.data
  if (!found) {
    return (
      <NotLoaded failure={query.error} onRetry={() => void query.refetch()}>
        <CapacityWaiting />
      </NotLoaded>
    )
  }
  const days = Array.from({ length: daysAhead }, (_, index) => addDays(today, index))
  const uncovered = uncoveredWords(found.areas)
  return (
    <section aria-label={copy.capacityTitle} className="space-y-4">
      <h2 className="sr-only">{copy.capacityTitle}</h2>
      <div className="grid gap-4 sm:max-w-160 sm:grid-cols-2">
        <SelectField
          label={shared.day}
          value={day}
          options={days.map((one) => ({
            value: one,
            label: one === today ? fill(copy.todayIs, { day: longDay(one) }) : longDay(one),
          }))}
          onChosen={setDay}
        />
        <SelectField
          label={copy.stateLabel}
          value={found.state ?? ''}
          options={found.states.map((one) => ({
            value: one.state,
            label: one.booked > 0 ? `${one.state} (${one.booked})` : one.state,
          }))}
          onChosen={setState}
        />
      </div>
      {uncovered ? (
        <Banner tone="warn" title={copy.capacityUncoveredTitle}>
          <p>{fill(copy.capacityUncovered, { areas: uncovered })}</p>
        </Banner>
      ) : null}
      {found.areas.length === 0 ? (
        <EmptyState title={copy.capacityNoAreasTitle}>{copy.capacityNoAreas}</EmptyState>
      ) : (
        <>
          <p className="text-muted">{copy.capacityExplained}</p>
          <ul className={`${box} ${query.isPlaceholderData ? 'opacity-60' : ''}`}>
            {found.areas.map((one) => (
              <AreaRow key={one.area} area={one} state={found.state ?? ''} isOver={overOn(day, now)} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Returns a function that says whether a window of the day is over. */
function overOn(day: string, now: Date): (to: string) => boolean {
  const today = lagosDate(now)
  return (to) => day < today || (day === today && to <= lagosTime(now))
}

type AreaRowProps = { area: CapacityArea; state: string; isOver: (to: string) => boolean }

function AreaRow({ area, state, isOver }: AreaRowProps) {
  const { people, unassigned, windows } = area
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-center">
      <div className="min-w-0">
        <h3 className="font-body text-body font-semibold">{areaName(area.area, state)}</h3>
        {people.length > 0 ? (
          <p className="text-muted">
            {people.length > 3 ? plural(copy.areaPhlebotomists, people.length) : people.join(', ')}
          </p>
        ) : null}
        <p className="flex flex-wrap gap-2 empty:hidden">
          {people.length === 0 ? <Tag tone="error">{copy.areaUncovered}</Tag> : null}
          {unassigned > 0 ? <Tag tone="warn">{plural(copy.areaUnassigned, unassigned)}</Tag> : null}
        </p>
      </div>
      <ul
        aria-label={fill(copy.areaWindows, { area: areaName(area.area, state) })}
        className="grid grid-cols-3 gap-2 sm:grid-cols-6"
      >
        {windows.map((one) => (
          <Cell key={one.from} window={one} isOver={isOver(one.to)} />
        ))}
      </ul>
    </li>
  )
}

function Cell({ window, isOver }: { window: CapacityWindow; isOver: boolean }) {
  const { room, taken, tone } = cellWords(window, isOver)
  const named = visitWindows.find(({ from }) => from === window.from)
  const colours = {
    free: 'bg-leaf-tint text-leaf',
    full: 'bg-warn-tint text-warn',
    none: 'bg-sand text-muted',
  }
  return (
    <li className={`rounded-field px-2 py-1.5 text-[0.875rem] leading-5 ${colours[tone]}`}>
      <span className="block">{named ? formatWindow(named) : window.from}</span>
      <span className="block font-semibold tabular-nums">{room}</span>
      <span className="text-ink block tabular-nums">{taken}</span>
    </li>
  )
}

function CapacityWaiting() {
  return (
    <SkeletonRows count={4} className={box} row="space-y-2 px-4 py-4" lines={['h-5 w-2/5', 'h-16 w-full']} />
  )
}
