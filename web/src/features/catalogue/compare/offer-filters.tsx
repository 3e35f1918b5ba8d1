import type { TestPage } from '@labalaba/contract'
import { Chip, ChipRow } from '../../../components/choices.tsx'
import { HouseIcon } from '../../../components/first-icons.tsx'
import { ShieldIcon } from '../../../components/icons.tsx'
import { SelectField } from '../../../components/select-field.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { plural } from '../../../lib/fill.ts'
import { useAreas } from '../find/queries.ts'
import { sorts, spans, type Wanted } from './policy.ts'

type OfferFiltersProps = {
  code: string
  states: TestPage['states']
  wanted: Wanted
  onChange: (change: Partial<Wanted>) => void
}

/** The state and area of the lab. The same choice as on the map. */
export function PlaceFilters({ code, states, wanted, onChange }: OfferFiltersProps) {
  const areas = useAreas(code, wanted.state)
  const areaOptions = areas.data?.data ?? []
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        id="state"
        label={copy.state}
        value={wanted.state}
        options={[
          { value: '', label: copy.allStates },
          ...withChosen(states, wanted.state).map(({ state, labs }) => ({
            value: state,
            label: `${state} (${labs})`,
          })),
        ]}
        onChosen={(state) => onChange({ state })}
      />
      <SelectField
        id="area"
        label={copy.area}
        value={wanted.area}
        options={[
          { value: '', label: copy.allAreas },
          ...(wanted.area === '' || areaOptions.some(({ area }) => area === wanted.area)
            ? []
            : [{ value: wanted.area, label: wanted.area }]),
          ...areaOptions.map(({ area, labs }) => ({ value: area, label: `${area} (${labs})` })),
        ]}
        onChosen={(area) => onChange({ area })}
      />
    </div>
  )
}

/** The states by name, plus the state in the address even if no lab is there. */
function withChosen(states: TestPage['states'], chosen: string): { state: string; labs: number }[] {
  const byName = [...states].sort((a, b) => a.state.localeCompare(b.state))
  if (chosen === '' || states.some(({ state }) => state === chosen)) return byName
  return [{ state: chosen, labs: 0 }, ...byName]
}

/** The order of the list, and what the lab must offer. */
export function OfferFilters({ wanted, onChange }: Pick<OfferFiltersProps, 'wanted' | 'onChange'>) {
  return (
    <div>
      <ChipRow label={copy.sortBy}>
        {sorts.map(({ value, label }) => (
          <Chip key={value} pressed={value === wanted.sort} onPressed={() => onChange({ sort: value })}>
            {label}
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label={copy.onlyLabsWith}>
        <Chip pressed={wanted.home} onPressed={() => onChange({ home: !wanted.home })}>
          <HouseIcon />
          {copy.homeCollection}
        </Chip>
        <Chip pressed={wanted.iso} onPressed={() => onChange({ iso: !wanted.iso })}>
          <ShieldIcon />
          {copy.iso}
        </Chip>
        {spans.map((span) => (
          <Chip
            key={span}
            pressed={wanted.within === span}
            onPressed={() => onChange({ within: wanted.within === span ? 0 : span })}
          >
            {plural(copy.readyWithin, span)}
          </Chip>
        ))}
      </ChipRow>
    </div>
  )
}
