import {
  type Duty,
  duties,
  nameProblem,
  type StaffMember,
  type StaffType,
  staffTypes,
} from '@labalaba/contract'
import { useState } from 'react'
import { StillNeeded } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox, Segmented } from '../../components/choices.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/staff.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { dutyWords, inviteMissing, typeWords } from './policy.ts'
import { change, invite, useLabsNamed, useLocationsOf } from './queries.ts'

type DialogProps = { onClose: () => void; onDone: () => void }

const choices = staffTypes.map((value) => ({ value, label: typeWords[value] }))
const nowhere: MembershipDraft = { lab: null, duties: [], locations: [], licence: '', qualification: '' }

/** Invites a staff member: type, email, and for lab staff their lab and duties. */
export function InviteDialog({ onClose, onDone }: DialogProps) {
  const [type, setType] = useTypedState<StaffType>('invite type', 'lab')
  const [name, setName] = useTypedState('invite name', '')
  const [email, setEmail] = useTypedState('invite email', '')
  const [draft, setDraft] = useTypedState('invite where', nowhere)
  const [nameLeft, setNameLeft] = useState(false)
  const nameError = nameProblem(name)
  const doing = useAct()
  const missing = inviteMissing({ type, name, email, lab: draft.lab?.slug ?? '', duties: draft.duties })

  function send(): void {
    setNameLeft(true)
    if (missing.length > 0 || nameError !== null) return
    doing.run(async () => {
      await invite({ type, name, email, membership: type === 'lab' ? formOf(draft) : null })
      toast.success(copy.invited)
      onDone()
    })
  }

  return (
    <Dialog
      title={copy.invite}
      onClose={onClose}
      actions={
        <div className="w-full space-y-2">
          <StillNeeded id="invite-needed" missing={missing} />
          <Button
            wide
            look="primary"
            disabled={missing.length > 0}
            working={doing.working}
            workingText={shared.sending}
            aria-describedby="invite-needed"
            onClick={send}
          >
            {copy.sendInvitation}
          </Button>
        </div>
      }
    >
      <NotDone failure={doing.failure} />
      <Segmented legend={copy.role} name="staff-type" value={type} choices={choices} onChosen={setType} />
      <Field
        id="staff-name"
        label={copy.name}
        maxLength={120}
        autoComplete="off"
        value={name}
        onText={setName}
        onBlur={() => setNameLeft(true)}
        error={nameLeft ? nameError : null}
      />
      <Field
        id="staff-email"
        label={shared.email}
        hint={copy.emailHint}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        value={email}
        onText={setEmail}
      />
      {type === 'lab' ? (
        <MembershipFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
      ) : null}
    </Dialog>
  )
}

/** Changes the duties, licence number, qualification and locations of a lab's staff member. */
export function ChangeDialog({ person, onClose, onDone }: DialogProps & { person: StaffMember }) {
  const [draft, setDraft] = useTypedState<MembershipDraft>(
    `duties ${JSON.stringify(person.membership)} ${person.id}`,
    () => draftOf(person),
  )
  const doing = useAct()
  const missing = draft.duties.length === 0 ? [copy.dutyMissing] : []

  function send(): void {
    doing.run(async () => {
      await change(person.id, formOf(draft))
      toast.success(copy.dutiesChanged)
      onDone()
    })
  }

  return (
    <Dialog
      title={fill(copy.dutiesTitle, { name: person.name })}
      onClose={onClose}
      actions={
        <div className="w-full space-y-2">
          <StillNeeded id="duties-needed" missing={missing} />
          <Button
            wide
            look="primary"
            disabled={missing.length > 0}
            working={doing.working}
            workingText={shared.saving}
            onClick={send}
          >
            {shared.save}
          </Button>
        </div>
      }
    >
      <NotDone failure={doing.failure} />
      <MembershipFields draft={draft} fixedLab onChange={(part) => setDraft({ ...draft, ...part })} />
    </Dialog>
  )
}

function draftOf({ membership }: StaffMember): MembershipDraft {
  if (!membership) return nowhere
  const { lab, duties, locations, licence, qualification } = membership
  const addresses = locations.map(({ address }) => address)
  return { lab, duties, locations: addresses, licence: licence ?? '', qualification: qualification ?? '' }
}

function formOf({ lab, duties, locations, licence, qualification }: MembershipDraft) {
  return {
    ...{ lab: lab?.slug ?? '', duties: [...duties], locations: [...locations] },
    licence: licence.trim() || null,
    qualification: qualification.trim() || null,
  }
}

type MembershipDraft = {
  readonly lab: { readonly slug: string; readonly name: string } | null
  readonly duties: readonly Duty[]
  /** Addresses; empty means every location. */
  readonly locations: readonly string[]
  /** Empty if it is not given; the same below. */
  readonly licence: string
  readonly qualification: string
}

type FieldsProps = {
  draft: MembershipDraft
  /** An existing staff member's lab cannot be changed. */
  fixedLab?: boolean
  onChange: (part: Partial<MembershipDraft>) => void
}

/** The lab of a staff member, their duties, licence number, qualification and locations. */
function MembershipFields({ draft, fixedLab = false, onChange }: FieldsProps) {
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
      <Field
        id="staff-licence"
        label={copy.licence}
        hint={copy.licenceHint}
        optional
        maxLength={40}
        autoComplete="off"
        value={draft.licence}
        onText={(licence) => onChange({ licence })}
      />
      <Field
        id="staff-qualification"
        label={copy.qualification}
        hint={copy.qualificationHint}
        optional
        maxLength={60}
        autoComplete="off"
        value={draft.qualification}
        onText={(qualification) => onChange({ qualification })}
      />
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
