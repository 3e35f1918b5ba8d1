import type { AccountType } from '@labalaba/contract'
import { useState } from 'react'
import { ErrorSummary, type Problem } from '../../components/banner.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Link } from '../../components/link.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { PhoneField } from '../../components/phone-field.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords } from '../../lib/api.ts'
import { fillNodes } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { FailureNote, SubmitButton } from './form-parts.tsx'
import {
  emailProblem,
  emptyRegistration,
  mobileProblem,
  type Registration,
  registrationMissing,
  registrationNameErrors,
} from './policy.ts'
import { register } from './queries.ts'

type RegisterFormProps = { type: AccountType; onRegistered: () => void }

/** The registration form. The button is disabled exactly while the line next to it says what is missing. */
export function RegisterForm({ type, onRegistered }: RegisterFormProps) {
  const [form, setForm] = useState(emptyRegistration)
  const [problems, setProblems] = useState<Problem[]>([])
  const act = useAct()
  const missing = registrationMissing(form)

  function change(part: Partial<Registration>): void {
    setForm({ ...form, ...part })
    setProblems(problems.filter((problem) => !(camel(problem.id) in part)))
  }

  async function submit(): Promise<void> {
    try {
      await register(form, type)
      toast.success(copy.registered)
      onRegistered()
    } catch (failure) {
      toast.error(copy.registerFailed)
      if (failure instanceof ApiFailure && failure.code === 'weak_password') {
        setProblems([{ id: 'password', words: failureWords(failure) }])
        return
      }
      throw failure
    }
  }

  return (
    <Form
      className="space-y-6"
      onSubmit={() => {
        const found = registrationNameErrors(form)
        setProblems(found)
        if (missing.length === 0 && found.length === 0) act.run(submit)
      }}
    >
      <FailureNote failure={act.failure} />
      <ErrorSummary problems={problems} />
      <RegisterFields form={form} problems={problems} onChange={change} />
      <Checkbox id="terms" checked={form.agreed} onChecked={(agreed) => change({ agreed })}>
        {fillNodes(copy.agreeToTerms, {
          terms: (
            <Link to="/terms-of-use" target="_blank" className="inline-flex min-h-12 items-center">
              {copy.termsOfUse}
            </Link>
          ),
        })}
      </Checkbox>
      <SubmitButton missing={missing} working={act.working} workingText={copy.registering}>
        {copy.register}
      </SubmitButton>
    </Form>
  )
}

function camel(id: string): string {
  return id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

type RegisterFieldsProps = {
  form: Registration
  problems: readonly Problem[]
  onChange: (part: Partial<Registration>) => void
}

/** The fields of a registration. Each is validated when the user leaves it, not before. */
function RegisterFields({ form, problems, onChange }: RegisterFieldsProps) {
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
