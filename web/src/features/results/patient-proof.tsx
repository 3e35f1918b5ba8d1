import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import {
  type IdentityProof,
  nothingTyped,
  WhoField,
  whoAnswer,
  whoProblem,
} from '../../components/who-field.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { answerWho } from './queries.ts'

type PatientProofProps = {
  reference: string
  /** The proof needed: the date of birth, or also the phone if the booking has no date of birth. */
  asked: IdentityProof
  onShown: () => void
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused: (failure: unknown, again: () => void) => boolean
}

/** Asks a user who is identified only by the patient's email, once, to prove to be the patient. */
export function PatientProof({ reference, asked, onShown, onRefused }: PatientProofProps) {
  const [typed, setTyped] = useState(nothingTyped)
  const [wrong, setWrong] = useState<string | null>(null)
  const showing = useAct()

  async function show(): Promise<void> {
    try {
      await answerWho(reference, whoAnswer(asked, typed))
    } catch (failure) {
      if (onRefused(failure, () => showing.run(show))) return
      if (!(failure instanceof ApiFailure) || failure.code !== 'not_the_patient') throw failure
      setWrong(failure.message)
      return
    }
    onShown()
  }

  function tell(): void {
    const problem = whoProblem(asked, typed)
    setWrong(problem)
    if (problem === null) showing.run(show)
  }

  return (
    <div className="max-w-column">
      <Card as="section" labelledBy="proof">
        <h2 id="proof" className="heading-small">
          {copy.proofTitle}
        </h2>
        <p className="mt-1 mb-6">
          {copy.proofSays}
          {asked === 'phone' ? ` ${copy.proofNoBirth}` : null}
        </p>
        <Form className="space-y-6" onSubmit={tell}>
          <NotDone failure={showing.failure} title={copy.proofFailed} />
          <WhoField
            id="proof"
            proof={asked}
            typed={typed}
            error={wrong}
            onTyped={(next) => {
              setTyped(next)
              setWrong(null)
            }}
          />
          <Button type="submit" look="primary" wide working={showing.working} workingText={shared.checking}>
            {copy.proofShow}
          </Button>
        </Form>
      </Card>
    </div>
  )
}
