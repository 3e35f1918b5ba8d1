import {
  type HoursDesk,
  type OpenHours,
  type OpenWeek,
  type VisitOutsideHours,
  weekdays,
} from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field, FieldError } from '../../components/field.tsx'
import { CalendarIcon, CopyIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SaveBar } from '../../components/save-bar.tsx'
import * as copy from '../../copy/opening-hours.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { withPassed } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { useLeaveWarning, useTypedState } from '../../lib/typed-state.ts'
import { wrongFields } from '../../lib/wrong-fields.ts'
import { DaySpans } from './day-spans.tsx'
import {
  affectedTitle,
  becameLines,
  dayLimits,
  gapsIn,
  likeMonday,
  startOf,
  visitWords,
  withDay,
  withPlan,
} from './policy.ts'
import { isChangedByOthers, previewHours, readDesk, saveHours } from './queries.ts'
import { SpecialDays } from './special-days.tsx'

type HoursFormProps = { desk: HoursDesk; onTouched: (touched: boolean) => void; onSaved: () => void }

/** Edits the opening hours of a location. Closing it during booked visits first lists those visits. */
export function HoursForm({ desk, onTouched, onSaved }: HoursFormProps) {
  const now = useNow()
  const form = useHours(desk, onSaved)
  const { hours, setHours, touched, act, wrong, affected } = form
  const [undone, setUndone] = useState(0)
  const change = (changes: Partial<OpenHours>) => setHours({ ...hours, ...changes })
  useEffect(() => onTouched(touched), [onTouched, touched])
  useLeaveWarning(touched)

  return (
    <>
      <Card as="section" labelledBy="week">
        <h2 id="week" className="heading-small mb-2">
          {copy.everyWeek}
        </h2>
        <WeekForm field="week" week={hours.week} onWeek={(week) => change({ week })} wrong={wrong} />
        {hours.planned === null ? (
          <div className="-ml-3">
            <Button look="quiet" onClick={() => setHours(withPlan(hours, now))}>
              <CalendarIcon />
              {copy.planWeek}
            </Button>
          </div>
        ) : null}
      </Card>
      {hours.planned === null ? null : (
        <Planned planned={hours.planned} onPlanned={(planned) => change({ planned })} wrong={wrong} />
      )}
      <Card as="section" labelledBy="special">
        <h2 id="special" className="heading-small mb-2">
          {copy.specialDays}
        </h2>
        <SpecialDays key={undone} days={hours.days} onDays={(days) => change({ days })} wrong={wrong} />
      </Card>
      {affected === null ? (
        <NotSaved act={act} newer={form.newer} />
      ) : (
        <Closing visits={affected} act={act} onSave={form.save} onClose={() => form.setAffected(null)} />
      )}
      <SaveBar
        save={copy.saveHours}
        working={act.working && affected === null}
        touched={touched}
        wrong={Object.keys(wrong).length > 0}
        onSave={form.preview}
        onUndo={() => {
          setHours(startOf(desk.hours))
          setUndone(undone + 1)
        }}
      />
    </>
  )
}

/** The form's state, and saving in two steps: a preview, then the save. */
function useHours(desk: HoursDesk, onSaved: () => void) {
  const [hours, setTyped] = useTypedState(`hours ${desk.address} ${JSON.stringify(desk.hours)}`, () =>
    startOf(desk.hours),
  )
  const [gaps, setGaps] = useState<Readonly<Record<string, string>>>({})
  const [affected, setAffected] = useState<readonly VisitOutsideHours[] | null>(null)
  /** The hours that another user has saved meanwhile. */
  const [newer, setNewer] = useState<HoursDesk | null>(null)
  const act = useAct()

  async function saveNow(): Promise<void> {
    const { written } = newer ?? desk
    const passed = await saveHours(desk.address, hours, written).catch(async (failure: unknown) => {
      if (isChangedByOthers(failure)) {
        setNewer(await readDesk(desk.address))
        setAffected(null)
      }
      throw failure
    })
    toast.success(withPassed(copy.hoursSaved, passed))
    onSaved()
  }
  function preview(): void {
    const found = gapsIn(hours)
    setGaps(found)
    act.forget()
    if (Object.keys(found).length > 0) return
    act.run(async () => {
      const visits = await previewHours(desk.address, hours)
      const before = desk.standing.map(({ reference }) => reference)
      if (visits.some(({ reference }) => !before.includes(reference))) setAffected(visits)
      else await saveNow()
    })
  }
  return {
    hours,
    act,
    affected,
    setAffected,
    newer,
    preview,
    touched: JSON.stringify(hours) !== JSON.stringify(startOf(desk.hours)),
    wrong: { ...wrongFields(act.failure), ...gaps },
    save: () => act.run(saveNow),
    setHours(typed: OpenHours) {
      setTyped(typed)
      setGaps({})
      act.forget()
    },
  }
}

/** Why it is not saved. Shows what another user has saved meanwhile; the typed hours stay. */
function NotSaved({ act, newer }: { act: ReturnType<typeof useAct>; newer: HoursDesk | null }) {
  const [last] = newer?.changes ?? []
  if (isChangedByOthers(act.failure) && last)
    return (
      <Banner tone="warn" title={copy.hoursChanged} announce>
        <p>{fill(copy.hoursBy, { name: last.by, hours: becameLines(last.became, last.at).join('; ') })}</p>
        <p>{copy.typedStays}</p>
      </Banner>
    )
  const shownAtFields = Object.keys(wrongFields(act.failure)).length > 0
  return <NotDone failure={shownAtFields ? null : act.failure} title={copy.hoursNotSaved} />
}

type Plan = NonNullable<OpenHours['planned']>
type PlannedProps = {
  planned: Plan
  onPlanned: (planned: Plan | null) => void
  wrong: Readonly<Record<string, string>>
}

function Planned({ planned, onPlanned, wrong }: PlannedProps) {
  const { first, last } = dayLimits(useNow())
  return (
    <Card as="section" labelledBy="planned">
      <h2 id="planned" className="heading-small mb-2">
        {copy.newWeek}
      </h2>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <Field
          type="date"
          label={copy.newWeekFrom}
          width="short"
          min={first}
          max={last}
          value={planned.from}
          onText={(from) => onPlanned({ ...planned, from })}
          error={wrong['planned.from']}
        />
        <Button look="quiet" onClick={() => onPlanned(null)}>
          {copy.noNewWeek}
        </Button>
      </div>
      <WeekForm
        field="planned"
        week={planned.week}
        onWeek={(week) => onPlanned({ ...planned, week })}
        wrong={wrong}
      />
    </Card>
  )
}

type ClosingProps = {
  visits: readonly VisitOutsideHours[]
  act: ReturnType<typeof useAct>
  onSave: () => void
  onClose: () => void
}

/** Lists the visits booked for times when the location would be closed. */
function Closing({ visits, act, onSave, onClose }: ClosingProps) {
  return (
    <ActDialog
      title={affectedTitle(visits.length)}
      onClose={onClose}
      button={copy.saveAndAsk}
      workingText={shared.saving}
      act={act}
      failed={{ title: copy.hoursNotSaved }}
      onDo={onSave}
    >
      <p>{copy.saveAndAskWords}</p>
      <AffectedVisits visits={visits} />
    </ActDialog>
  )
}

type WeekFormProps = {
  /** `week` or `planned`, as the server names it. */
  field: string
  week: OpenWeek
  onWeek: (week: OpenWeek) => void
  wrong: Readonly<Record<string, string>>
}

/** The seven days of a week with their openings. */
function WeekForm({ field, week, onWeek, wrong }: WeekFormProps) {
  return (
    <>
      {wrong[field] ? <FieldError id={`${field}-error`}>{wrong[field]}</FieldError> : null}
      <ul className="divide-hair divide-y">
        {weekdays.map((day, index) => (
          <li key={day} className="flex flex-col gap-x-4 gap-y-1 py-2 md:flex-row md:items-center">
            <span className="w-28 shrink-0 font-semibold">{day}</span>
            <DaySpans
              day={field === 'week' ? day : fill(copy.dayOfNewWeek, { day })}
              spans={week[index] ?? []}
              onSpans={(spans) => onWeek(withDay(week, index, spans))}
              error={wrong[`${field}.${index}`]}
            />
          </li>
        ))}
      </ul>
      <div className="-ml-3">
        <Button look="quiet" onClick={() => onWeek(likeMonday(week))}>
          <CopyIcon />
          {copy.likeMonday}
        </Button>
      </div>
    </>
  )
}

/** Home visits booked for times when the location is closed, each with a link to its order. */
export function AffectedVisits({ visits }: { visits: readonly VisitOutsideHours[] }) {
  const now = useNow()
  return (
    <ul>
      {visits.map((visit) => (
        <li key={visit.reference} className="flex flex-wrap items-center gap-x-4">
          <span>{visitWords(visit, now)}</span>
          <Link
            to={`/portal/lab/orders/${encodeURIComponent(visit.reference)}`}
            className="min-h-row inline-flex items-center font-semibold"
          >
            {visit.reference}
          </Link>
        </li>
      ))}
    </ul>
  )
}
