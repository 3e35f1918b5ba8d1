import { type ConsentKind, consentWords } from '@labalaba/contract'
import { Checkbox } from '../../components/choices.tsx'
import { dateFromParts } from '../../components/date-of-birth.ts'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/checkout.ts'
import * as clinical from '../../copy/clinical-request.ts'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
import { plural } from '../../lib/fill.ts'
import { namesListed } from '../../lib/names.ts'
import { relationships } from '../../lib/relationships.ts'

type AgreementProps = { draft: BookingDraft; needed: ConsentKind; error: string | undefined }

const agreements: Readonly<Record<ConsentKind, string>> = {
  guardian: copy.guardianMeans,
  permission: copy.permissionMeans,
}

/** The consent for booking for another person, and whether to save that person for next time. */
export function Agreement({ draft, needed, error }: AgreementProps) {
  return (
    <div className="rounded-card bg-sand space-y-2 p-4">
      <Checkbox
        id="patient-consent"
        checked={draft.consent === needed}
        onChecked={(checked) => changeDraft({ consent: checked ? needed : '' })}
        error={error}
        describedBy="patient-consent-means"
      >
        {consentWords[needed]}
      </Checkbox>
      <p id="patient-consent-means" className="text-small text-muted pl-12">
        {agreements[needed]}
      </p>
      {draft.person === 'other' ? <SavePerson draft={draft} /> : null}
    </div>
  )
}

type DespiteSexProps = { draft: BookingDraft; tests: readonly string[]; error: string | undefined }

/** Whether tests that are usually for the other sex are booked all the same, as for intersex and trans patients. */
export function DespiteSex({ draft, tests, error }: DespiteSexProps) {
  const words = draft.gender === 'Male' ? copy.usuallyForWomen : copy.usuallyForMen
  return (
    <div className="rounded-card bg-sand space-y-2 p-4">
      <p>
        <b>{plural(words, tests.length, { tests: namesListed(tests) })}</b>
      </p>
      <Checkbox
        id="patient-sex"
        checked={draft.despiteSex}
        onChecked={(despiteSex) =>
          changeDraft({ despiteSex, clinical: { ...draft.clinical, intervalsOf: undefined } })
        }
        error={error}
        describedBy="patient-sex-why"
      >
        {copy.despiteSex}
      </Checkbox>
      <p id="patient-sex-why" className="text-small text-muted pl-12">
        {copy.despiteSexWhy}
      </p>
      {draft.despiteSex ? (
        <div className="pl-12">
          <SelectField
            label={clinical.intervalsOf}
            value={draft.clinical.intervalsOf ?? draft.gender}
            options={[
              { value: 'Female', label: clinical.intervalsOfWomen },
              { value: 'Male', label: clinical.intervalsOfMen },
            ]}
            onChosen={(chosen) =>
              changeDraft({
                clinical: { ...draft.clinical, intervalsOf: chosen === 'Male' ? 'Male' : 'Female' },
              })
            }
          />
        </div>
      ) : null}
    </div>
  )
}

function SavePerson({ draft }: { draft: BookingDraft }) {
  const canKeep = dateFromParts(draft.birth) !== null
  if (!canKeep && draft.keep === '')
    return <p className="text-small text-muted pl-12">{copy.keepNeedsBirth}</p>
  return (
    <>
      <Checkbox
        checked={draft.keep !== ''}
        onChecked={(checked) => changeDraft({ keep: checked ? firstGuess(draft) : '' })}
      >
        {copy.keepPerson}
      </Checkbox>
      {draft.keep === '' ? null : (
        <div className="pl-12">
          <SelectField
            label={copy.keepRelation}
            value={draft.keep}
            options={relationships}
            onChosen={(chosen) => {
              const found = relationships.find(({ value }) => value === chosen)
              if (found) changeDraft({ keep: found.value })
            }}
          />
        </div>
      )}
    </>
  )
}

/** A person who consents as guardian most likely books for a child. */
function firstGuess({ consent }: BookingDraft) {
  return consent === 'guardian' ? 'child' : 'other'
}
