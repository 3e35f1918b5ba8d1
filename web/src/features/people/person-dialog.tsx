import { consentWords, lagosDate, type Person } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Banner, focusField } from '../../components/banner.tsx'
import { BirthField } from '../../components/birth-field.tsx'
import { Checkbox, RadioCard } from '../../components/choices.tsx'
import { Field, GroupFrame } from '../../components/field.tsx'
import { PhoneField } from '../../components/phone-field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/people.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import { relationships } from '../../lib/relationships.ts'
import {
  bodyFrom,
  draftOf,
  neededConsent,
  type PersonDraft,
  type PersonField,
  type PersonProblems,
  personProblems,
} from './policy.ts'
import { changedMeanwhile, forgetPerson, savePerson } from './queries.ts'

type PersonDialogProps = {
  /** The person to edit; null for a new one. */
  person: Person | null
  onSaved: (person: Person) => void
  onClose: () => void
}

/** The fields whose errors are shown: those left with content, or all. */
function useJudged(problems: PersonProblems) {
  const [judged, setJudged] = useState<readonly PersonField[] | 'all'>([])
  return {
    errorOf: (field: PersonField) =>
      judged === 'all' || judged.includes(field) ? problems[field] : undefined,
    leave: (field: PersonField, isEmpty: boolean) =>
      setJudged((before) => (before === 'all' || isEmpty ? before : [...before, field])),
    judgeAll: () => setJudged('all'),
  }
}

/** Edits a person whom the account books for: details and consent. */
export function PersonDialog({ person, onSaved, onClose }: PersonDialogProps) {
  const [before, setBefore] = useState(person)
  const [draft, setDraft] = useState(() => draftOf(person))
  const saving = useAct()
  const today = lagosDate(new Date())
  const problems = personProblems(draft, before, today)
  const judge = useJudged(problems)
  const change = (changes: Partial<PersonDraft>) => setDraft((now) => ({ ...now, ...changes }))
  const newer = changedMeanwhile(saving.failure)

  async function keep(): Promise<void> {
    try {
      onSaved(await savePerson(before, bodyFrom(draft)))
    } catch (failure) {
      // The next save is based on the newer state that the user has now seen.
      setBefore(changedMeanwhile(failure) ?? before)
      throw failure
    }
  }

  function save(): void {
    judge.judgeAll()
    const [first] = Object.keys(problems)
    if (first) focusField(first)
    else saving.run(keep)
  }

  return (
    <ActDialog
      title={person ? copy.changeTitle : copy.addTitle}
      onClose={onClose}
      button={person ? shared.save : copy.addThis}
      workingText={shared.saving}
      act={{ working: saving.working, failure: newer ? null : saving.failure }}
      onDo={save}
    >
      {newer ? <Newer person={newer} /> : null}
      <Questions {...{ draft, change, judge }} />
      <Consent draft={draft} needed={neededConsent(draft, before, today)} change={change} judge={judge} />
    </ActDialog>
  )
}

function Newer({ person }: { person: Person }) {
  return (
    <Banner tone="warn" title={copy.changedTitle} announce>
      <p>{fill(copy.changedNow, { name: person.name, day: plainDay(person.dob) })}</p>
    </Banner>
  )
}

type PartProps = {
  draft: PersonDraft
  change: (changes: Partial<PersonDraft>) => void
  judge: ReturnType<typeof useJudged>
}

function Questions({ draft, change, judge }: PartProps) {
  const { errorOf, leave } = judge
  return (
    <>
      <Field
        id="person-name"
        label={copy.nameLabel}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={120}
        value={draft.name}
        error={errorOf('person-name')}
        onText={(name) => change({ name })}
        onBlur={() => leave('person-name', draft.name === '')}
      />
      <BirthField
        id="person-birth"
        label={copy.birthLabel}
        own={false}
        value={draft.birth}
        error={errorOf('person-birth')}
        onParts={(birth) => change({ birth })}
        onLeave={() =>
          leave(
            'person-birth',
            Object.values(draft.birth).every((part) => part === ''),
          )
        }
      />
      <GroupFrame id="person-gender" label={copy.gender} error={errorOf('person-gender')}>
        <div className="grid grid-cols-2 gap-2">
          {(['Female', 'Male'] as const).map((gender) => (
            <RadioCard
              key={gender}
              name="person-gender"
              value={gender}
              title={gender === 'Female' ? shared.female : shared.male}
              checked={draft.gender === gender}
              onChosen={() => change({ gender })}
            />
          ))}
        </div>
      </GroupFrame>
      <SelectField
        id="person-relationship"
        label={copy.relationLabel}
        value={draft.relationship}
        options={[{ value: '', label: copy.relationChoose }, ...relationships]}
        error={errorOf('person-relationship')}
        onChosen={(chosen) =>
          change({ relationship: relationships.find(({ value }) => value === chosen)?.value ?? '' })
        }
      />
      <Field
        id="person-email"
        label={copy.emailLabel}
        hint={copy.emailHint}
        optional
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={draft.email}
        error={errorOf('person-email')}
        onText={(email) => change({ email })}
        onBlur={() => leave('person-email', draft.email === '')}
      />
      <PhoneField
        id="person-phone"
        label={copy.phoneLabel}
        optional
        hint={copy.phoneHint}
        autoComplete="off"
        value={draft.phone}
        error={errorOf('person-phone')}
        onText={(phone) => change({ phone })}
        onLeave={() => leave('person-phone', draft.phone === '')}
      />
    </>
  )
}

function Consent({ draft, needed, change, judge }: PartProps & { needed: ReturnType<typeof neededConsent> }) {
  if (needed === null) return null
  return (
    <Checkbox
      id="person-consent"
      checked={draft.agreed === needed}
      onChecked={(checked) => change({ agreed: checked ? needed : '' })}
      error={judge.errorOf('person-consent')}
    >
      {consentWords[needed]}
    </Checkbox>
  )
}

type RemoveDialogProps = { person: Person; onRemoved: () => void; onClose: () => void }

/** Asks for confirmation before a person is deleted. */
export function RemoveDialog({ person, onRemoved, onClose }: RemoveDialogProps) {
  const removing = useAct()
  return (
    <ActDialog
      title={fill(copy.removeTitle, { name: person.name })}
      onClose={onClose}
      button={shared.remove}
      look="danger"
      workingText={copy.removing}
      act={removing}
      onDo={() =>
        removing.run(async () => {
          await forgetPerson(person.id)
          onRemoved()
        })
      }
    >
      <p>{copy.removeMeans}</p>
    </ActDialog>
  )
}
