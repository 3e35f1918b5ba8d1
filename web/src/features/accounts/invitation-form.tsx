import { type Challenge, nameProblem } from '@labalaba/contract'
import { useState } from 'react'
import { ErrorSummary } from '../../components/banner.tsx'
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
import { BoldEmail, FailureNote, SubmitButton } from './form-parts.tsx'
import { acceptanceMissing, mobileProblem, phonePrefix } from './policy.ts'
import { accept, type Invitation } from './queries.ts'

type InvitationFormProps = {
  token: string
  invitation: Invitation
  onAccepted: (challenge: Challenge) => void
}

/** The details of an invited person and the password they choose. The invitation link has confirmed their email. */
export function InvitationForm({ token, invitation, onAccepted }: InvitationFormProps) {
  const [form, setForm] = useState({ name: invitation.name, phone: phonePrefix, password: '', agreed: false })
  const [left, setLeft] = useState({ name: false, phone: false })
  const [weak, setWeak] = useState<string | null>(null)
  const act = useAct()
  const missing = acceptanceMissing(form)
  const nameError = nameProblem(form.name)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  async function send(): Promise<void> {
    try {
      onAccepted(await accept(token, form))
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'weak_password') throw failure
      setWeak(failureWords(failure))
    }
  }

  return (
    <Form
      className="space-y-6"
      onSubmit={() => {
        setLeft({ name: true, phone: true })
        if (missing.length === 0 && nameError === null) act.run(send)
      }}
    >
      <FailureNote failure={act.failure} />
      <ErrorSummary problems={weak ? [{ id: 'password', words: weak }] : []} />
      <p>
        {fillNodes(copy.invitedEmail, {
          email: <BoldEmail email={invitation.email} />,
        })}
      </p>
      <Field
        id="name"
        label={copy.yourName}
        hint={copy.staffNameHint}
        autoComplete="name"
        maxLength={120}
        value={form.name}
        onText={(name) => change({ name })}
        onBlur={() => setLeft({ ...left, name: true })}
        error={left.name ? nameError : null}
      />
      <PhoneField
        id="phone"
        label={copy.mobileNumber}
        value={form.phone}
        onText={(phone) => change({ phone })}
        onLeave={() => setLeft({ ...left, phone: true })}
        error={left.phone ? mobileProblem(form.phone) : null}
      />
      <PasswordField
        id="password"
        label={copy.password}
        hint={copy.passwordRule}
        autoComplete="new-password"
        value={form.password}
        onText={(password) => {
          setWeak(null)
          change({ password })
        }}
        error={weak}
      />
      <Checkbox id="terms" checked={form.agreed} onChecked={(agreed) => change({ agreed })}>
        {fillNodes(copy.agreeToTerms, {
          terms: (
            <Link to="/terms-of-use" target="_blank" className="inline-flex min-h-12 items-center">
              {copy.termsOfUse}
            </Link>
          ),
        })}
      </Checkbox>
      <SubmitButton missing={missing} working={act.working} workingText={copy.settingUpAccount}>
        {shared.next}
      </SubmitButton>
    </Form>
  )
}
