import type { ClinicalQuestion, ConsentKind, Profile } from '@labalaba/contract'
import { lazy, Suspense } from 'react'
import { BirthField } from '../../components/birth-field.tsx'
import { Button } from '../../components/button.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { dateFromParts } from '../../components/date-of-birth.ts'
import { Field, GroupFrame } from '../../components/field.tsx'
import { PhoneField } from '../../components/phone-field.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
import { fill } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import type { CartField, CartProblems } from './policy.ts'

export type FormPart = {
  draft: BookingDraft
  /** The errors to show now. */
  errors: CartProblems
  /** The user left a field, so it can be validated. */
  onLeave: (field: CartField) => void
}

type PatientDetailsProps = FormPart & {
  profile: Profile | null
  home: boolean
  /** The kind of consent that the patient needs. */
  needed: ConsentKind | null
  /** The tests of the cart that are usually for the other sex. */
  others: readonly string[]
  /** What the tests of the cart ask about this patient. */
  asks: readonly ClinicalQuestion[]
  onContinue: () => void
}

const WhoFor = lazy(async () => ({ default: (await import('./who-for.tsx')).WhoFor }))
const Agreement = lazy(async () => ({ default: (await import('./agreement.tsx')).Agreement }))

const DespiteSex = lazy(async () => ({ default: (await import('./agreement.tsx')).DespiteSex }))

const ClinicalQuestions = lazy(async () => ({
  default: (await import('./clinical-questions.tsx')).ClinicalQuestions,
}))

const genders = ['Female', 'Male'] as const

/** The patient's answers in a few words, for the folded part. */
export function patientInWords(draft: BookingDraft): string[] {
  const born = dateFromParts(draft.birth)
  return [
    draft.name,
    [draft.gender, born ? fill(copy.born, { day: plainDay(born) }) : ''].filter(Boolean).join(', '),
    draft.email,
    draft.phone,
  ].filter(Boolean)
}

function Gender({ draft, errors }: Pick<FormPart, 'draft' | 'errors'>) {
  return (
    <GroupFrame id="patient-gender" label={copy.gender} error={errors['patient-gender']}>
      <div className="grid grid-cols-2 gap-2">
        {genders.map((gender) => (
          <RadioCard
            key={gender}
            name="gender"
            value={gender}
            title={gender === 'Female' ? shared.female : shared.male}
            checked={draft.gender === gender}
            onChosen={() => changeDraft({ gender })}
          />
        ))}
      </div>
    </GroupFrame>
  )
}

/** The person whose specimen is taken. A doctor books for another person, so nothing is filled in from the account. */
export function PatientDetails(props: PatientDetailsProps) {
  const { draft, errors, onLeave, profile, home, needed, others, asks, onContinue } = props
  const asPatient = profile !== null && profile.type !== 'doctor'
  const own = asPatient && (draft.person === '' || draft.person === 'self')
  const byDoctor = profile?.type === 'doctor'
  const auto = (token: string) => (own ? token : 'off')
  return (
    <section aria-labelledby="patient" className="space-y-6">
      <h2 id="patient" tabIndex={-1}>
        {copy.patientTitle}
      </h2>
      {asPatient ? (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <WhoFor draft={draft} profile={profile} />
        </Suspense>
      ) : null}
      <Field
        id="patient-name"
        label={copy.nameLabel}
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
        label={copy.birthLabel}
        optional
        hint={copy.birthHint}
        own={own}
        value={draft.birth}
        error={errors['patient-birth']}
        onParts={(birth) => changeDraft({ birth })}
        onLeave={() => onLeave('patient-birth')}
      />
      <Gender draft={draft} errors={errors} />
      {others.length > 0 ? (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <DespiteSex draft={draft} tests={others} error={errors['patient-sex']} />
        </Suspense>
      ) : null}
      <Field
        id="patient-email"
        label={shared.email}
        optional={byDoctor}
        hint={
          byDoctor ? copy.emailHintDoctor : needed === 'permission' ? copy.emailHintOther : copy.emailHint
        }
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
        label={copy.phoneLabel}
        hint={home ? copy.phoneHintVisit : copy.phoneHint}
        autoComplete={auto('tel')}
        value={draft.phone}
        error={errors['patient-phone']}
        onText={(phone) => changeDraft({ phone })}
        onLeave={() => onLeave('patient-phone')}
      />
      {asks.length > 0 || byDoctor ? (
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <ClinicalQuestions draft={draft} asks={asks} byDoctor={byDoctor} />
        </Suspense>
      ) : null}
      {needed ? (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <Agreement draft={draft} needed={needed} error={errors['patient-consent']} />
        </Suspense>
      ) : null}
      <Button wide onClick={onContinue}>
        {shared.next}
      </Button>
    </section>
  )
}
