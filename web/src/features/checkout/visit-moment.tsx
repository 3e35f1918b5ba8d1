import { formatWindow, type Slot, type Slots, windowOf } from '@labalaba/contract'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { GroupFrame } from '../../components/field.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import { Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { longDay, shortDay } from '../../lib/format.ts'
import { SlotBlocks } from './slot-blocks.tsx'
import { byDay, type SlotDay, type SlotQuery, timeOn, useSlots } from './slots.ts'

/** A Lagos day and a Lagos time; empty if not chosen yet. */
export type Moment = { day: string; time: string }

type VisitMomentProps = {
  slotQuery: SlotQuery
  moment: Moment
  onChosen: (change: Partial<Moment>) => void
  errors?: { day?: string | undefined; time?: string | undefined } | undefined
  /** The order is already paid, so no window is held. */
  paid?: boolean
  /** What to do if no phlebotomist can come, besides trying again. */
  instead?: ReactNode
}

function dayTile({ date, full }: SlotDay): Tile {
  const [weekday = '', day = '', month = ''] = shortDay(date).split(' ')
  return {
    value: date,
    title: `${weekday} ${day}`,
    under: full ? copy.slotFull : month,
    name: full ? fill(copy.slotDayFull, { day: longDay(date) }) : longDay(date),
    full,
  }
}

const leftWords: Record<Slot['left'], string> = { open: '', few: copy.slotFewLeft, full: copy.slotFull }

function windowTile(slot: Slot): Tile {
  const title = formatWindow(slot)
  const under = leftWords[slot.left]
  return {
    value: slot.from,
    title,
    under,
    name: under === '' ? title : `${title}, ${under}`,
    full: slot.left === 'full',
  }
}

/** The windows of a day. After a long fast only the mornings are shown; a button shows the rest. */
function Windows({
  day,
  offered,
  moment,
  onChosen,
  errors,
  paid,
}: Pick<VisitMomentProps, 'moment' | 'onChosen' | 'errors' | 'paid'> & { day: SlotDay; offered: Slots }) {
  const chosen = windowOf(moment.time)?.from ?? ''
  const mornings = day.slots.filter(({ morning }) => morning)
  const [all, setAll] = useState(chosen >= '11:00')
  const folds =
    !all &&
    offered.advice !== null &&
    mornings.some(({ left }) => left !== 'full') &&
    mornings.length < day.slots.length
  return (
    <SlotTiles
      id="visit-time"
      label={fill(copy.slotTimeOn, { day: longDay(day.date) })}
      hint={
        <>
          {offered.advice ? <b className="text-ink block">{offered.advice}</b> : null}
          {paid ? copy.slotHours : `${copy.slotHours} ${copy.slotHeld}`}
        </>
      }
      error={errors?.time}
      tiles={(folds ? mornings : day.slots).map(windowTile)}
      value={chosen}
      onChosen={(time) => onChosen({ time })}
      look="windows"
      more={
        folds ? (
          <div className="-mx-3">
            <Button look="quiet" onClick={() => setAll(true)}>
              <ChevronDownIcon />
              {copy.slotShowLater}
            </Button>
          </div>
        ) : null
      }
    />
  )
}

function NobodyFree({ instead }: { instead: ReactNode }) {
  return (
    <Banner tone="warn" title={copy.noFreeVisitsTitle}>
      <p>{copy.noFreeVisits}</p>
      {instead}
    </Banner>
  )
}

function NobodyGoes({ area, instead }: { area: string | undefined; instead: ReactNode }) {
  return (
    <Banner tone="warn" title={area ? fill(copy.noVisitsInArea, { area }) : copy.noVisitsThere}>
      <p>{copy.noVisitsReason}</p>
      {instead}
    </Banner>
  )
}

/** The day of a home visit, then its two-hour window. Full ones are marked and cannot be chosen. */
export function VisitMoment({
  slotQuery,
  moment,
  onChosen,
  errors,
  paid = false,
  instead,
}: VisitMomentProps) {
  const { data, error, isError, refetch } = useSlots(slotQuery)
  const again = () => void refetch()
  const offered = data?.data
  if (!offered && isError) {
    return (
      <Banner tone={isOffline(error) ? 'warn' : 'error'} title={copy.slotsFailed} announce>
        <p>
          {isOffline(error) ? shared.noAnswer : failureWords(error)} {copy.slotsTypedStays}
        </p>
        <div className="pt-2">
          <Button onClick={again}>
            <RefreshIcon />
            {shared.tryAgain}
          </Button>
        </div>
      </Banner>
    )
  }
  if (!offered) {
    return (
      <Waiting words={copy.slotsLoading} onRetry={again}>
        <SlotBlocks />
      </Waiting>
    )
  }
  if (offered.nobodyGoes) return <NobodyGoes area={slotQuery.place?.area} instead={instead} />
  const days = byDay(offered.slots)
  if (days.every(({ full }) => full)) return <NobodyFree instead={instead} />
  const day = days.find(({ date }) => date === moment.day)
  return (
    <>
      <SlotTiles
        id="visit-day"
        label={shared.day}
        error={errors?.day}
        tiles={days.map(dayTile)}
        value={moment.day}
        onChosen={(date) =>
          onChosen({
            day: date,
            time: timeOn(
              days.find((one) => one.date === date),
              moment.time,
            ),
          })
        }
        look="days"
      />
      {day ? <Windows {...{ day, offered, moment, onChosen, errors, paid }} /> : null}
    </>
  )
}

/** One choice; `under` is shown in small type below it. */
type Tile = { value: string; title: string; under: string; name: string; full: boolean }

type SlotTilesProps = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  tiles: readonly Tile[]
  value: string
  onChosen: (value: string) => void
  /** `days`: a strip that scrolls sideways on a phone, and two weeks on a wider screen. */
  look: 'days' | 'windows'
  /** A control that shows more tiles. */
  more?: ReactNode
}

const grids = {
  days: '-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pt-1 pb-2 sm:mx-0 sm:grid sm:grid-cols-7 sm:overflow-visible sm:p-0',
  windows: 'grid grid-cols-2 gap-2 sm:grid-cols-3',
}

const boxes = { days: 'w-21 shrink-0 snap-start sm:w-auto', windows: '' }

function lookOf({ full }: Tile, chosen: boolean): string {
  if (chosen) return 'border-indigo bg-indigo text-card'
  return full
    ? 'border-hair bg-sand text-muted border-dashed cursor-not-allowed'
    : 'border-border bg-card hover:border-ink'
}

/** Days or windows as tiles. Arrow keys move between them. Full ones are shown but cannot be chosen. */
function SlotTiles({ id, label, hint, error, tiles, value, onChosen, look, more }: SlotTilesProps) {
  const row = useRef<HTMLDivElement>(null)
  // The chosen tile may be outside the visible part of the strip, or cut off at its edge.
  useLayoutEffect(() => {
    const chosen = value === '' ? null : row.current?.querySelector<HTMLElement>('[data-chosen]')
    if (!row.current || !chosen) return
    const { left, right } = row.current.getBoundingClientRect()
    const tile = chosen.getBoundingClientRect()
    if (tile.left < left || tile.right > right) row.current.scrollLeft += tile.left - left - 16
  }, [value])
  return (
    <GroupFrame id={id} label={label} hint={hint} error={error}>
      <div ref={row} className={grids[look]}>
        {tiles.map((tile) => {
          const chosen = tile.value === value
          return (
            <label
              key={tile.value}
              data-chosen={chosen || undefined}
              className={`ring-within rounded-field relative flex min-h-16 flex-col items-center justify-center border-2 px-1 py-1 text-center ${boxes[look]} ${lookOf(tile, chosen)}`}
            >
              <input
                type="radio"
                name={id}
                value={tile.value}
                aria-label={tile.name}
                checked={chosen}
                disabled={tile.full && !chosen}
                onChange={() => onChosen(tile.value)}
                className="absolute inset-0 m-0 h-full w-full opacity-0 disabled:cursor-not-allowed"
              />
              <span
                aria-hidden="true"
                className={`text-input figures font-semibold ${tile.full && !chosen ? 'line-through' : ''}`}
              >
                {tile.title}
              </span>
              {tile.under === '' || (chosen && look === 'windows') ? null : (
                <span
                  aria-hidden="true"
                  className={`text-[0.875rem] leading-5 ${chosen ? 'text-card' : 'text-muted'}`}
                >
                  {tile.under}
                </span>
              )}
            </label>
          )
        })}
      </div>
      {more}
    </GroupFrame>
  )
}
