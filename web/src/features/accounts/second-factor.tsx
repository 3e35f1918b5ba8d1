import type { Challenge } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/accounts.ts'
import { Enrolment } from './enrolment.tsx'
import { FactorCodeForm } from './factor-code-form.tsx'
import { type Entry, passFactor } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type SecondFactorProps = {
  challenge: Challenge
  /** The challenge has expired; the password must be given again. */
  onOver: () => void
  /** The second factor is complete, and the session can start. */
  onPassed: (entry: Entry) => void
}

/**
 * Asks for the six digits of the authenticator app, or a recovery code. For a new app it first shows the set-up, and
 * afterwards the recovery codes.
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

type FactorSetUpProps = {
  enrol: NonNullable<Challenge['enrol']>
  /** Sends the first digits, and returns the recovery codes. */
  send: (code: string) => Promise<readonly string[]>
  onDone: () => void
  /** The user left; nothing was switched on. */
  onLeave: () => void
}

/** Sets up an authenticator app from the settings, and shows the recovery codes. */
export function FactorSetUp({ enrol, send, onDone, onLeave }: FactorSetUpProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />
  return (
    <div className="space-y-6">
      <Enrolment enrol={enrol} />
      <FactorCodeForm isNew send={async (typed) => setCodes(await send(typed))} />
      <Button look="quiet" wide onClick={onLeave}>
        {copy.notNow}
      </Button>
    </div>
  )
}

function isOver(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'challenge_ended'
}
