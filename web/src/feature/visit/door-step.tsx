import type { RoundVisit } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { passesCheck } from './door.ts'
import { doAct } from './round-desk.ts'

/** The patient tells the code from their order's page, so that both know they have the right person. */
export function DoorStep({ visit }: { visit: RoundVisit }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)

  async function start(digits: string): Promise<void> {
    if (digits.length < 6) return setError('Type all six digits.')
    if (visit.door && !(await passesCheck(visit.door, digits))) {
      return setError('That code is not right. Ask the patient to read it again.')
    }
    setError(null)
    await doAct({ verb: 'arrive', visit: visit.id, round: visit.round, code: digits })
  }

  return (
    <div className="space-y-4">
      <CodeInput
        value={code}
        length={6}
        label="Door code"
        hint="The patient has it on their order page and in our mail."
        error={error}
        onText={(digits) => {
          setCode(digits)
          setError(null)
        }}
      />
      <div className="grid *:w-full">
        <Button look="primary" onClick={() => void start(code)}>
          Start
        </Button>
      </div>
    </div>
  )
}
