import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CodeInput } from '../../components/code-input.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { FailureNote } from './form-parts.tsx'

type FactorCodeFormProps = {
  /** True while the app is being set up: there are no recovery codes yet. */
  isNew: boolean
  /** Sends the typed code. An error that it throws is shown at the field. */
  send: (code: string) => Promise<void>
}

/** Asks the user for the six digits of the authenticator app, or a recovery code. */
export function FactorCodeForm({ isNew, send }: FactorCodeFormProps) {
  const [code, setCode] = useState('')
  const [lost, setLost] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct()

  async function pass(typed: string): Promise<void> {
    try {
      await send(typed)
    } catch (failure) {
      if (isOffline(failure)) throw failure
      setCode('')
      setProblem(failureWords(failure))
    }
  }

  function submit(typed: string): void {
    const short = problemOf(typed, lost)
    setProblem(short)
    if (!short) act.run(() => pass(typed))
  }

  const change = (text: string) => {
    setCode(text)
    setProblem(null)
  }
  return (
    <Form className="space-y-6" onSubmit={() => submit(code)}>
      <FailureNote failure={act.failure} />
      {lost ? (
        <Field
          id="recovery-code"
          label={copy.recoveryCode}
          hint={copy.recoveryCodeHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={code}
          onText={change}
          error={problem}
        />
      ) : (
        <CodeInput
          length={6}
          label={isNew ? copy.firstDigits : copy.appDigits}
          value={code}
          onText={change}
          onFull={submit}
          error={problem}
        />
      )}
      <Button type="submit" look="primary" wide working={act.working} workingText={shared.checking}>
        {isNew ? copy.setUpAndContinue : shared.next}
      </Button>
      {isNew ? null : (
        <Button
          look="quiet"
          wide
          onClick={() => {
            setLost(!lost)
            change('')
          }}
        >
          {lost ? copy.appInstead : copy.phoneLost}
        </Button>
      )}
    </Form>
  )
}

function problemOf(typed: string, lost: boolean): string | null {
  if (lost) return typed.trim().length >= 6 ? null : copy.recoveryCodeEmpty
  return /^\d{6}$/.test(typed) ? null : copy.digitsTooFew
}
