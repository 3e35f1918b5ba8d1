import type { Challenge, Profile } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords, isOffline } from '../../lib/api.ts'
import { savePendingEmail } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useTyped } from '../../lib/typed.ts'
import { FailureNote, SubmitButton } from './form-parts.tsx'
import { emailProblem, loginMissing } from './policy.ts'
import { enter, startSession } from './queries.ts'

type LoginFormProps = {
  /** The account is not confirmed yet; a code has been mailed. */
  onUnverified: (profile: Profile) => void
  /** The password is right, and a second factor is needed. */
  onChallenge: (challenge: Challenge) => void
}

/** Login by email and password. On success the session starts, and the listeners of the session navigate on. */
export function LoginForm({ onUnverified, onChallenge }: LoginFormProps) {
  const [left, setLeft] = useState(false)
  const [email, setEmail, emailField] = useTyped(setLeft)
  const [password, setPassword, passwordField] = useTyped()
  const act = useAct()
  const missing = loginMissing(email, password)

  async function signIn(): Promise<void> {
    try {
      const entered = await enter({ email: email.trim(), password })
      if (entered.next === 'second_factor') onChallenge(entered.challenge)
      if (entered.next !== 'confirm_email') return
      toast.info(copy.otpSent)
      onUnverified(entered.profile)
    } catch (failure) {
      // The login by mailed link still works after too many tries; its dialog starts with the email typed here.
      if (failure instanceof ApiFailure && failure.status === 429) savePendingEmail(email.trim())
      // The server's message stays visible above the form; only other failures need a toast.
      if (!(failure instanceof ApiFailure) || isOffline(failure)) toast.error(failureWords(failure))
      throw failure
    }
  }

  return (
    <Form
      className="space-y-6"
      onSubmit={() => {
        if (missing.length === 0) act.run(signIn)
      }}
    >
      <FailureNote failure={act.failure} />
      <Field
        ref={emailField}
        label={shared.email}
        id="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        value={email}
        onText={setEmail}
        onBlur={() => setLeft(true)}
        error={left ? emailProblem(email) : null}
      />
      <PasswordField
        ref={passwordField}
        label={copy.password}
        id="password"
        autoComplete="current-password"
        value={password}
        onText={setPassword}
      />
      <SubmitButton missing={missing} working={act.working} workingText={copy.loggingIn}>
        {shared.login}
      </SubmitButton>
    </Form>
  )
}

/** Logs in with a passkey. On success the session starts, and the listeners of the session navigate on. */
export function PasskeyLogin() {
  const act = useAct()
  const logIn = async () => startSession(await (await import('../../lib/passkeys.ts')).enterByPasskey())
  return (
    <div className="mt-4 space-y-4">
      <FailureNote failure={act.failure} />
      <Button wide working={act.working} workingText={copy.waiting} onClick={() => act.run(logIn)}>
        {copy.loginWithPasskey}
      </Button>
    </div>
  )
}
