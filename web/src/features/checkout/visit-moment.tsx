import { formatWindow, type Slot, type Slots, windowOf } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { ChevronDownIcon, RefreshIcon } from '../../components/icons.tsx'
import { Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { longDay, shortDay } from '../../lib/format.ts'
import { SlotBlocks } from './slot-blocks.tsx'
import { SlotTiles, type Tile } from './slot-tiles.tsx'
import { byDay, type SlotDay, type SlotQuery, timeOn, useSlots } from './slots.ts'

/** A Lagos day and a Lagos time; empty if not chosen yet. */
export type Moment = { day: string; time: string }

type VisitMomentProps = {
  asked: SlotQuery
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
    ...{ value: slot.from, title, under },
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
export function VisitMoment({ asked, moment, onChosen, errors, paid = false, instead }: VisitMomentProps) {
  const { data, error, isError, refetch } = useSlots(asked)
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
  if (offered.nobodyGoes) return <NobodyGoes area={asked.place?.area} instead={instead} />
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
