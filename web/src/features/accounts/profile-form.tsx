import { nameProblem, type Profile } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { PhoneField } from '../../components/phone-field.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { FailureNote, SubmitButton } from './form-parts.tsx'
import { detailsMissing, mobileProblem, phonePrefix } from './policy.ts'
import { complete } from './queries.ts'

/** Asks for the name and the mobile number that an account lacks. `onLater` skips this for now. */
export function ProfileForm({ profile, onLater }: { profile: Profile; onLater: () => void }) {
  const [form, setForm] = useState({ name: profile.name, phone: profile.phone || phonePrefix })
  const [left, setLeft] = useState({ name: false, phone: false })
  const act = useAct()
  const missing = detailsMissing(form)
  // An existing name may predate the rule for names.
  const nameError = profile.name === '' ? nameProblem(form.name) : null
  return (
    <>
      <h1>{copy.completeTitle}</h1>
      <p className="mt-2 mb-6">{profile.name === '' ? copy.completeName : copy.completeNumber}</p>
      <Form
        className="space-y-6"
        onSubmit={() => {
          setLeft({ name: true, phone: true })
          if (missing.length === 0 && nameError === null) act.run(() => complete(profile, form))
        }}
      >
        <FailureNote failure={act.failure} />
        {profile.name === '' ? (
          <Field
            id="name"
            label={copy.yourName}
            hint={copy.yourNameHint}
            autoComplete="name"
            maxLength={120}
            value={form.name}
            onText={(name) => setForm({ ...form, name })}
            onBlur={() => setLeft({ ...left, name: true })}
            error={left.name ? nameError : null}
          />
        ) : null}
        {profile.phone === '' ? (
          <PhoneField
            id="phone"
            label={copy.mobileNumber}
            value={form.phone}
            onText={(phone) => setForm({ ...form, phone })}
            onLeave={() => setLeft({ ...left, phone: true })}
            error={left.phone ? mobileProblem(form.phone) : null}
          />
        ) : null}
        <SubmitButton missing={missing} working={act.working} workingText={shared.saving}>
          {shared.save}
        </SubmitButton>
      </Form>
      <Button look="quiet" wide onClick={onLater}>
        {copy.later}
      </Button>
    </>
  )
}
