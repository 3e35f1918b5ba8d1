import type { Profile } from '@labalaba/contract'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
import { phoneShown, plainDay } from '../../lib/format.ts'
import { BirthField } from '../../ui/birth-field.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioCard } from '../../ui/choices.tsx'
import { dateFromParts } from '../../ui/date-of-birth.ts'
import { Field, GroupFrame } from '../../ui/field.tsx'
import { UserIcon } from '../../ui/icons.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import type { CartField, CartProblems } from './rules.ts'

export type FormPart = {
  draft: BookingDraft
  /** The errors to show now. */
  errors: CartProblems
  /** A field was left, so that it may be judged. */
  onLeave: (field: CartField) => void
}

type PatientDetailsProps = FormPart & { profile: Profile | null; home: boolean; onContinue: () => void }

const genders = ['Female', 'Male'] as const

/** The patient's answers in a few words, for the folded part. */
export function patientInWords(draft: BookingDraft): string[] {
  const born = dateFromParts(draft.birth)
  return [
    draft.name,
    [draft.gender, born ? `born ${plainDay(born)}` : ''].filter(Boolean).join(', '),
    draft.email,
    draft.phone,
  ]
}

function UseMine({ profile }: { profile: Profile }) {
  return (
    <Button
      wide
      onClick={() =>
        changeDraft({ name: profile.name, email: profile.email, phone: phoneShown(profile.phone) })
      }
    >
      <UserIcon />
      Use my details
    </Button>
  )
}

function Gender({ draft, errors }: Pick<FormPart, 'draft' | 'errors'>) {
  return (
    <GroupFrame id="patient-gender" label="Gender" error={errors['patient-gender']}>
      <div className="grid grid-cols-2 gap-2">
        {genders.map((gender) => (
          <RadioCard
            key={gender}
            name="gender"
            value={gender}
            title={gender}
            checked={draft.gender === gender}
            onChosen={() => changeDraft({ gender })}
          />
        ))}
      </div>
    </GroupFrame>
  )
}

/** Who the sample is taken from. A doctor books for somebody else, so nothing is filled from the account. */
export function PatientDetails({ draft, errors, onLeave, profile, home, onContinue }: PatientDetailsProps) {
  const own = profile !== null && profile.type !== 'doctor'
  const offersMine = own && draft.name === '' && draft.email === '' && draft.phone === ''
  const auto = (token: string) => (own ? token : 'off')
  return (
    <section aria-labelledby="patient" className="space-y-6">
      <h2 id="patient" tabIndex={-1}>
        Who is the patient?
      </h2>
      {offersMine ? <UseMine profile={profile} /> : null}
      <Field
        id="patient-name"
        label="Full name, as on your ID"
        value={draft.name}
        autoComplete={auto('name')}
        autoCapitalize="words"
        maxLength={120}
        error={errors['patient-name']}
        onText={(name) => changeDraft({ name })}
        onBlur={() => onLeave('patient-name')}
      />
      <BirthField
        id="patient-birth"
        label="What is the date of birth? (optional)"
        hint="For example, 27 3 1985"
        own={own}
        value={draft.birth}
        error={errors['patient-birth']}
        onParts={(birth) => changeDraft({ birth })}
        onLeave={() => onLeave('patient-birth')}
      />
      <Gender draft={draft} errors={errors} />
      <Field
        id="patient-email"
        label="Email"
        hint="We send the receipt here, and write when the result is ready"
        type="email"
        inputMode="email"
        autoComplete={auto('email')}
        spellCheck={false}
        maxLength={254}
        value={draft.email}
        error={errors['patient-email']}
        onText={(email) => changeDraft({ email })}
        onBlur={() => onLeave('patient-email')}
      />
      <PhoneField
        id="patient-phone"
        label="Phone"
        hint={home ? 'For the visit. For example, 0803 123 4567' : 'For example, 0803 123 4567'}
        autoComplete={auto('tel')}
        value={draft.phone}
        error={errors['patient-phone']}
        onText={(phone) => changeDraft({ phone })}
        onLeave={() => onLeave('patient-phone')}
      />
      <Button wide onClick={onContinue}>
        Continue
      </Button>
    </section>
  )
}
