import type { Phlebotomist, ServiceArea } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Field } from '../../components/field.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/home-visits.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { areaLine } from './policy.ts'
import { saveAreas, useServiceAreas } from './queries.ts'

type AreasProps = { person: Phlebotomist; onClose: () => void; onDone: () => void }

/** The areas a phlebotomist serves: areas of labs that offer home visits, by state. */
export function AreasDialog({ person, onClose, onDone }: AreasProps) {
  const [areas, setAreas] = useTypedState<readonly ServiceArea[]>(`areas ${person.id}`, person.areas)
  const [daily, setDaily] = useTypedState(`daily ${person.id}`, String(person.dailyVisits))
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const most = Number(daily)
  const isWrong = !Number.isInteger(most) || most < 1 || most > 40

  function save(): void {
    setLooked(true)
    if (isWrong) {
      document.getElementById('daily')?.focus()
      return
    }
    doing.run(async () => {
      await saveAreas(person.id, areas, most)
      toast.success(copy.areasSaved)
      onDone()
    })
  }

  return (
    <ActDialog
      title={fill(copy.areasTitle, { name: person.name })}
      onClose={onClose}
      button={shared.save}
      workingText={shared.saving}
      act={doing}
      failed={{ title: copy.areasNotSaved, offline: shared.noAnswer }}
      onDo={save}
    >
      <p aria-live="polite">
        {copy.areasNow} <b>{areaLine(areas)}</b>
      </p>
      <Areas id={person.id} areas={areas} onAreas={setAreas} />
      <Field
        id="daily"
        label={copy.dailyVisitsLabel}
        hint={copy.dailyVisitsHint}
        width="day"
        inputMode="numeric"
        value={daily}
        onText={setDaily}
        error={looked && isWrong ? copy.dailyVisitsWrong : null}
      />
    </ActDialog>
  )
}

type AreaChoiceProps = {
  id: string
  areas: readonly ServiceArea[]
  onAreas: (areas: readonly ServiceArea[]) => void
}

function Areas({ id, areas, onAreas }: AreaChoiceProps) {
  const query = useServiceAreas(id)
  const knownAreas = query.data?.data.known
  const [chosen, setChosen] = useState(areas[0]?.state ?? '')
  if (!knownAreas) {
    return (
      <NotLoaded failure={query.error} onRetry={() => void query.refetch()}>
        <Skeleton className="h-40 w-full" />
      </NotLoaded>
    )
  }
  const state = knownAreas.find((one) => one.state === chosen) ?? knownAreas[0]
  if (!state) return <p>{copy.areasNone}</p>
  const has = (area: string) => areas.some((one) => one.state === state.state && one.area === area)
  const turn = (area: string, on: boolean) => {
    const others = areas.filter((one) => one.state !== state.state || (one.area !== area && area !== ''))
    onAreas(
      on
        ? [
            ...others.filter((one) => one.state !== state.state || one.area !== ''),
            { state: state.state, area },
          ]
        : others,
    )
  }
  return (
    <div className="space-y-3">
      <SelectField
        label={copy.stateLabel}
        value={state.state}
        options={knownAreas.map((one) => ({ value: one.state, label: one.state }))}
        onChosen={setChosen}
      />
      <fieldset>
        <legend className="font-semibold">{fill(copy.areasOfState, { state: state.state })}</legend>
        <Checkbox checked={has('')} onChecked={(on) => turn('', on)}>
          {fill(copy.areasWholeState, { state: state.state })}
        </Checkbox>
        {has('')
          ? null
          : state.areas.map((area) => (
              <Checkbox key={area} checked={has(area)} onChecked={(on) => turn(area, on)}>
                {area}
              </Checkbox>
            ))}
      </fieldset>
    </div>
  )
}
