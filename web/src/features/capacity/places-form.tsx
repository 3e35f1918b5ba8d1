import { type PlacesBeyond, type PlacesDesk, weekdays } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyIcon } from '../../components/icons.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SaveBar } from '../../components/save-bar.tsx'
import * as copy from '../../copy/capacity.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { withPassed } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { useLeaveWarning, useTypedState } from '../../lib/typed-state.ts'
import { wrongFields } from '../../lib/wrong-fields.ts'
import { beyondWords, fieldsOf, openWindows, readTyped, type TypedPlan, withDay } from './policy.ts'
import { isChangedByOthers, previewPlaces, readDesk, savePlaces } from './queries.ts'
import { DayCells, SpecialDays } from './special-days.tsx'

type PlacesFormProps = { desk: PlacesDesk; onTouched: (touched: boolean) => void; onSaved: () => void }

/** Edits how many home visits a location makes in each window. */
export function PlacesForm({ desk, onTouched, onSaved }: PlacesFormProps) {
  const now = useNow()
  const form = usePlaces(desk, onSaved)
  const { typed, touched, act, wrong, beyond } = form
  const [undone, setUndone] = useState(0)
  const setWeek = (week: TypedPlan['week']) => form.type({ ...typed, week })
  useEffect(() => onTouched(touched), [onTouched, touched])

  return (
    <>
      <Card as="section" labelledBy="week">
        <h2 id="week" className="heading-small mb-2">
          {copy.everyWeek}
        </h2>
        <ul className="divide-hair divide-y">
          {typed.week.map((places, index) => (
            <li key={weekdays[index]} className="flex flex-col gap-x-4 gap-y-1 py-3 md:flex-row md:items-end">
              <span className="w-28 shrink-0 font-semibold md:pb-3">{weekdays[index]}</span>
              <DayCells
                day={weekdays[index] ?? ''}
                places={places}
                onPlaces={(changed) => setWeek(withDay(typed.week, index, changed))}
                open={openWindows(desk.openingHours, index, now)}
                error={wrong[`week.${index}`]}
              />
              <div className="-ml-3 self-start md:ml-0 md:self-auto">
                <Button
                  look="quiet"
                  aria-label={fill(copy.toAllDaysAs, { day: weekdays[index] ?? '' })}
                  onClick={() => setWeek(typed.week.map(() => places))}
                >
                  <CopyIcon />
                  {copy.toAllDays}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <Card as="section" labelledBy="special">
        <h2 id="special" className="heading-small mb-2">
          {copy.specialDays}
        </h2>
        <SpecialDays
          key={undone}
          days={typed.days}
          onDays={(days) => form.type({ ...typed, days })}
          openingHours={desk.openingHours}
          wrong={wrong}
        />
      </Card>
      {beyond === null ? (
        <NotSaved act={act} newer={form.newer} />
      ) : (
        <Fewer beyond={beyond} act={act} onSave={form.save} onClose={() => form.setBeyond(null)} />
      )}
      <SaveBar
        save={copy.saveNumbers}
        working={act.working && beyond === null}
        touched={touched}
        wrong={Object.keys(wrong).length > 0}
        onSave={form.preview}
        onUndo={() => {
          form.type(fieldsOf(desk.plan))
          setUndone(undone + 1)
        }}
      />
    </>
  )
}

/** The form's state, and saving in two steps: a preview, then the save. */
function usePlaces(desk: PlacesDesk, onSaved: () => void) {
  const [typed, setTyped] = useTypedState(`places ${desk.address} ${JSON.stringify(desk.plan)}`, () =>
    fieldsOf(desk.plan),
  )
  const [looked, setLooked] = useState(false)
  const [beyond, setBeyond] = useState<readonly PlacesBeyond[] | null>(null)
  /** The numbers that another user has saved meanwhile. */
  const [newer, setNewer] = useState<PlacesDesk | null>(null)
  const act = useAct()
  const read = readTyped(typed)
  const touched = JSON.stringify(typed) !== JSON.stringify(fieldsOf(desk.plan))

  useLeaveWarning(touched)

  async function saveNow(): Promise<void> {
    const passed = await savePlaces(desk.address, read.plan, (newer ?? desk).plan).catch(
      async (failure: unknown) => {
        if (isChangedByOthers(failure)) {
          setNewer(await readDesk(desk.address))
          setBeyond(null)
        }
        throw failure
      },
    )
    toast.success(withPassed(copy.saved, passed))
    onSaved()
  }
  function preview(): void {
    setLooked(true)
    act.forget()
    if (Object.keys(read.wrong).length > 0) return
    act.run(async () => {
      const found = await previewPlaces(desk.address, read.plan)
      const isNew = JSON.stringify(found) !== JSON.stringify(desk.beyond)
      if (found.length > 0 && isNew) setBeyond(found)
      else await saveNow()
    })
  }
  return {
    typed,
    touched,
    act,
    beyond,
    setBeyond,
    newer,
    preview,
    wrong: { ...wrongFields(act.failure), ...(looked ? read.wrong : {}) },
    save: () => act.run(saveNow),
    type(next: TypedPlan) {
      setTyped(next)
      setLooked(false)
      act.forget()
    },
  }
}

/** Why it is not saved. Names another user who saved first; the typed numbers stay. */
function NotSaved({ act, newer }: { act: ReturnType<typeof useAct>; newer: PlacesDesk | null }) {
  if (isChangedByOthers(act.failure) && newer)
    return (
      <Banner tone="warn" title={copy.changedTitle} announce>
        <p>{fill(copy.changedWords, { name: newer.changes[0]?.by ?? copy.anotherPerson })}</p>
      </Banner>
    )
  const shownAtFields = Object.keys(wrongFields(act.failure)).length > 0
  return <NotDone failure={shownAtFields ? null : act.failure} title={copy.notSaved} />
}

type FewerProps = {
  beyond: readonly PlacesBeyond[]
  act: ReturnType<typeof useAct>
  onSave: () => void
  onClose: () => void
}

/** Lists windows where more visits are booked than there would be places. */
function Fewer({ beyond, act, onSave, onClose }: FewerProps) {
  return (
    <ActDialog
      title={copy.fewerTitle}
      onClose={onClose}
      button={copy.saveAnyway}
      workingText={shared.saving}
      act={act}
      failed={{ title: copy.notSaved }}
      onDo={onSave}
    >
      <p>{copy.fewerWords}</p>
      <BeyondList beyond={beyond} />
    </ActDialog>
  )
}

/** The windows in which more visits are booked than there are places. */
export function BeyondList({ beyond }: { beyond: readonly PlacesBeyond[] }) {
  const now = useNow()
  return (
    <ul className="list-disc space-y-1 pl-5">
      {beyond.map((one) => (
        <li key={`${one.date} ${one.from}`}>{beyondWords(one, now)}</li>
      ))}
    </ul>
  )
}
