import { type Duty, duties } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/staff.ts'
import { dutyWords } from './policy.ts'
import { useLabsNamed, useLocationsOf } from './queries.ts'

export type MembershipDraft = {
  readonly lab: { readonly slug: string; readonly name: string } | null
  readonly duties: readonly Duty[]
  /** Addresses; empty means every location. */
  readonly locations: readonly string[]
}

type FieldsProps = {
  draft: MembershipDraft
  /** An existing staff member's lab cannot be changed. */
  fixedLab?: boolean
  onChange: (part: Partial<MembershipDraft>) => void
}

/** The lab of a staff member, their duties and locations. */
export function MembershipFields({ draft, fixedLab = false, onChange }: FieldsProps) {
  return (
    <>
      <LabField lab={draft.lab} fixed={fixedLab} onChosen={(lab) => onChange({ lab, locations: [] })} />
      <fieldset>
        <legend className="font-semibold">{copy.duties}</legend>
        {duties.map((duty) => (
          <Checkbox
            key={duty}
            checked={draft.duties.includes(duty)}
            onChecked={() => onChange({ duties: toggled(draft.duties, duty) })}
          >
            <span className="font-semibold">{dutyWords[duty].name}</span>
            <span className="text-muted block">{dutyWords[duty].means}</span>
          </Checkbox>
        ))}
      </fieldset>
      {draft.lab ? <LocationFields slug={draft.lab.slug} draft={draft} onChange={onChange} /> : null}
    </>
  )
}

function toggled<T>(all: readonly T[], one: T): T[] {
  return all.includes(one) ? all.filter((other) => other !== one) : [...all, one]
}

type LabFieldProps = {
  lab: MembershipDraft['lab']
  fixed: boolean
  onChosen: (lab: MembershipDraft['lab']) => void
}

function LabField({ lab, fixed, onChosen }: LabFieldProps) {
  const [q, setQ] = useState('')
  const labs = useLabsNamed(q)
  if (lab)
    return (
      <div>
        <p className="font-semibold">{shared.lab}</p>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p>{lab.name}</p>
          {fixed ? null : (
            <Button look="quiet" onClick={() => onChosen(null)}>
              {copy.chooseOtherLab}
            </Button>
          )}
        </div>
      </div>
    )
  return (
    <div className="space-y-2">
      <SearchForm id="staff-lab" label={shared.lab} hint={copy.labHint} q={q} onSearch={setQ} />
      <ul className="grid gap-2">
        {(q === '' ? [] : (labs.data?.data ?? [])).map(({ slug, name }) => (
          <li key={slug} className="grid">
            <Button look="secondary" onClick={() => onChosen({ slug, name })}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {q !== '' && labs.data?.data.length === 0 ? <p className="text-muted">{copy.labNotFound}</p> : null}
    </div>
  )
}

function LocationFields({ slug, draft, onChange }: FieldsProps & { slug: string }) {
  const locations = useLocationsOf(slug).data?.data ?? []
  if (locations.length < 2) return null
  return (
    <fieldset>
      <legend className="font-semibold">{copy.locations}</legend>
      <p className="text-muted">{copy.locationsHint}</p>
      {locations.map(({ address, name }) => (
        <Checkbox
          key={address}
          checked={draft.locations.includes(address)}
          onChecked={() => onChange({ locations: toggled(draft.locations, address) })}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  )
}
