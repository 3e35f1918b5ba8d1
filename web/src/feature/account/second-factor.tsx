import type { Challenge } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Enrolment } from './enrolment.tsx'
import { FailureNote } from './form-parts.tsx'
import { type Entry, passFactor } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type SecondFactorProps = {
  challenge: Challenge
  /** The challenge is over; the password must be given again. */
  onOver: () => void
  /** All is done, and the session may start. */
  onPassed: (entry: Entry) => void
}

/**
 * The six digits of the authenticator app, or a recovery code; for a new app how to set it up, and the recovery codes
 * after it.
 */
export function SecondFactor({ challenge, onOver, onPassed }: SecondFactorProps) {
  const [entry, setEntry] = useState<Entry | null>(null)
  if (entry?.recoveryCodes)
    return <RecoveryCodes codes={entry.recoveryCodes} onKept={() => onPassed(entry)} />
  return (
    <div className="space-y-6">
      {challenge.enrol ? <Enrolment enrol={challenge.enrol} /> : null}
      <CodeForm
        challenge={challenge}
        onOver={onOver}
        onPassed={(passed) => (passed.recoveryCodes ? setEntry(passed) : onPassed(passed))}
      />
    </div>
  )
}

function CodeForm({ challenge, onOver, onPassed }: SecondFactorProps) {
  const isNew = challenge.enrol !== null
  const [code, setCode] = useState('')
  const [lost, setLost] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct()

  async function pass(typed: string): Promise<void> {
    try {
      onPassed(await passFactor(challenge.token, typed))
    } catch (failure) {
      if (isOver(failure)) return onOver()
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
    <form
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit(code)
      }}
    >
      <FailureNote failure={act.failure} />
      {lost ? (
        <Field
          id="recovery-code"
          label="Recovery code"
          hint="One of the ten that you kept, such as AB2CD-EF3GH. Each works once."
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
          label={isNew ? 'The six digits that the app shows now' : 'Six digits from your authenticator app'}
          value={code}
          onText={change}
          onFull={submit}
          error={problem}
        />
      )}
      <Button type="submit" look="primary" wide working={act.working} workingText="Checking">
        {isNew ? 'Set up and continue' : 'Continue'}
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
          {lost ? 'Use the authenticator app' : 'I do not have my phone'}
        </Button>
      )}
    </form>
  )
}

function problemOf(typed: string, lost: boolean): string | null {
  if (lost) return typed.trim().length >= 6 ? null : 'Type one of your recovery codes'
  return /^\d{6}$/.test(typed) ? null : 'Type all six digits'
}

function isOver(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'challenge_ended'
}
