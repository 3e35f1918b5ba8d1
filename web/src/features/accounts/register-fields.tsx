import { useState } from 'react'
import type { Problem } from '../../components/banner.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { PhoneField } from '../../components/phone-field.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { emailProblem, mobileProblem, type Registration } from './policy.ts'

type RegisterFieldsProps = {
  form: Registration
  problems: readonly Problem[]
  onChange: (part: Partial<Registration>) => void
}

/** The fields of a registration. Each is validated when the user leaves it, not before. */
export function RegisterFields({ form, problems, onChange }: RegisterFieldsProps) {
  const [left, setLeft] = useState({ phone: false, email: false })
  const wordsFor = (id: string) => problems.find((problem) => problem.id === id)?.words
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Field
          id="first-name"
          label={copy.firstName}
          autoComplete="given-name"
          value={form.firstName}
          onText={(firstName) => onChange({ firstName })}
          error={wordsFor('first-name')}
        />
        <Field
          id="last-name"
          label={copy.lastName}
          autoComplete="family-name"
          value={form.lastName}
          onText={(lastName) => onChange({ lastName })}
          error={wordsFor('last-name')}
        />
      </div>
      <PhoneField
        id="phone"
        label={copy.mobileNumber}
        value={form.phone}
        onText={(phone) => onChange({ phone })}
        onLeave={() => setLeft({ ...left, phone: true })}
        error={left.phone ? mobileProblem(form.phone) : null}
      />
      <Field
        id="username"
        label={copy.username}
        hint={copy.usernameHint}
        optional
        autoComplete="nickname"
        autoCapitalize="none"
        value={form.username}
        onText={(username) => onChange({ username })}
      />
      <Field
        id="address"
        label={copy.address}
        hint={copy.addressHint}
        optional
        autoComplete="street-address"
        value={form.address}
        onText={(address) => onChange({ address })}
      />
      <Field
        id="email"
        label={shared.email}
        hint={copy.registerEmailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={form.email}
        onText={(email) => onChange({ email })}
        onBlur={() => setLeft({ ...left, email: true })}
        error={left.email ? emailProblem(form.email) : null}
      />
      <PasswordField
        id="password"
        label={copy.password}
        hint={copy.passwordRule}
        autoComplete="new-password"
        value={form.password}
        onText={(password) => onChange({ password })}
        error={wordsFor('password')}
      />
    </>
  )
}
