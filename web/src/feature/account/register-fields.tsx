import { useState } from 'react'
import type { Problem } from '../../ui/banner.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
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
          label="First name"
          autoComplete="given-name"
          value={form.firstName}
          onText={(firstName) => onChange({ firstName })}
          error={wordsFor('first-name')}
        />
        <Field
          id="last-name"
          label="Last name"
          autoComplete="family-name"
          value={form.lastName}
          onText={(lastName) => onChange({ lastName })}
          error={wordsFor('last-name')}
        />
      </div>
      <PhoneField
        id="phone"
        label="Mobile number"
        value={form.phone}
        onText={(phone) => onChange({ phone })}
        onLeave={() => setLeft({ ...left, phone: true })}
        error={left.phone ? mobileProblem(form.phone) : null}
      />
      <Field
        id="username"
        label="Username"
        hint="A short name for your account"
        optional
        autoComplete="nickname"
        autoCapitalize="none"
        value={form.username}
        onText={(username) => onChange({ username })}
      />
      <Field
        id="address"
        label="Address"
        hint="Street, area and state"
        optional
        autoComplete="street-address"
        value={form.address}
        onText={(address) => onChange({ address })}
      />
      <Field
        id="email"
        label="Email"
        hint="We send a code here to confirm that it is yours"
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
        label="Password"
        hint="At least 8 characters. Three words work well."
        autoComplete="new-password"
        value={form.password}
        onText={(password) => onChange({ password })}
        error={wordsFor('password')}
      />
    </>
  )
}
