import type { Challenge } from '@labalaba/contract'
import { useState } from 'react'
import { Enrolment } from './enrolment.tsx'
import { FactorCodeForm } from './factor-code-form.tsx'
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

  async function pass(typed: string): Promise<void> {
    try {
      const passed = await passFactor(challenge.token, typed)
      if (passed.recoveryCodes) setEntry(passed)
      else onPassed(passed)
    } catch (failure) {
      if (!isOver(failure)) throw failure
      onOver()
    }
  }

  if (entry?.recoveryCodes)
    return <RecoveryCodes codes={entry.recoveryCodes} onKept={() => onPassed(entry)} />
  return (
    <div className="space-y-6">
      {challenge.enrol ? <Enrolment enrol={challenge.enrol} /> : null}
      <FactorCodeForm isNew={challenge.enrol !== null} send={pass} />
    </div>
  )
}

function isOver(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'challenge_ended'
}
