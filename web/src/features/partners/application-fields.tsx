import type { PartnerKind } from '@labalaba/contract'
import { RadioCard } from '../../components/choices.tsx'
import { Field, GroupFrame } from '../../components/field.tsx'
import { PhoneField } from '../../components/phone-field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/partners.ts'
import * as shared from '../../copy/shared.ts'
import {
  type Application,
  type ApplicationField,
  type ApplicationProblems,
  kindWords,
  stateOptions,
} from './policy.ts'

export type FieldsProps = {
  form: Application
  /** The errors to show now. */
  errors: ApplicationProblems
  /** The element id of a field, so that two forms can be on one page. */
  idOf: (field: string) => string
  onChange: (part: Partial<Application>) => void
  /** The user left a field, so it can be validated. */
  onLeave: (field: ApplicationField) => void
}

/** The kind of partner; only if the page does not set it. */
export function KindChoice({
  kinds,
  form,
  idOf,
  onChange,
}: Pick<FieldsProps, 'form' | 'idOf' | 'onChange'> & { kinds: readonly PartnerKind[] }) {
  return (
    <GroupFrame id={idOf('kind')} label={copy.kindLabel}>
      <div className={`grid gap-2 ${kinds.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {kinds.map((kind) => (
          <RadioCard
            key={kind}
            name={idOf('kind')}
            value={kind}
            title={kindWords[kind].choice}
            checked={form.kind === kind}
            onChosen={() => onChange({ kind })}
          />
        ))}
      </div>
    </GroupFrame>
  )
}

/** Who applies: the organisation, if any, and the contact person. */
export function WhoFields({ form, errors, idOf, onChange, onLeave }: FieldsProps) {
  const words = kindWords[form.kind]
  return (
    <>
      <Field
        id={idOf('organisation')}
        label={words.organisation}
        optional={words.organisationMissing === null}
        autoComplete="organization"
        maxLength={160}
        value={form.organisation}
        error={errors.organisation}
        onText={(organisation) => onChange({ organisation })}
        onBlur={() => onLeave('organisation')}
      />
      {form.kind === 'lab' ? (
        <Field
          id={idOf('registrationNumber')}
          label={copy.registrationLabel}
          hint={copy.registrationHint}
          optional
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          value={form.registrationNumber}
          onText={(registrationNumber) => onChange({ registrationNumber })}
        />
      ) : null}
      <Field
        id={idOf('name')}
        label={copy.nameLabel}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={120}
        value={form.name}
        error={errors.name}
        onText={(name) => onChange({ name })}
        onBlur={() => onLeave('name')}
      />
    </>
  )
}

/** How and where to reach the applicant, and their message. */
export function ReachFields({ form, errors, idOf, onChange, onLeave }: FieldsProps) {
  const words = kindWords[form.kind]
  return (
    <>
      <PhoneField
        id={idOf('phone')}
        label={copy.phoneLabel}
        value={form.phone}
        error={errors.phone}
        onText={(phone) => onChange({ phone })}
        onLeave={() => onLeave('phone')}
      />
      <Field
        id={idOf('email')}
        label={shared.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={form.email}
        error={errors.email}
        onText={(email) => onChange({ email })}
        onBlur={() => onLeave('email')}
      />
      <div className="grid items-end gap-6 sm:grid-cols-2 sm:gap-4">
        <SelectField
          id={idOf('state')}
          label={copy.stateLabel}
          options={stateOptions}
          value={form.state}
          error={errors.state}
          onChosen={(state) => onChange({ state })}
          onLeave={() => onLeave('state')}
        />
        <Field
          id={idOf('area')}
          label={copy.areaLabel}
          autoComplete="address-level2"
          autoCapitalize="words"
          maxLength={120}
          value={form.area}
          error={errors.area}
          onText={(area) => onChange({ area })}
          onBlur={() => onLeave('area')}
        />
      </div>
      <TextArea
        id={idOf('message')}
        label={words.message}
        hint={words.messageHint}
        optional={!words.needsMessage}
        maxLength={2000}
        value={form.message}
        error={errors.message}
        onText={(message) => onChange({ message })}
        onBlur={() => onLeave('message')}
      />
    </>
  )
}
