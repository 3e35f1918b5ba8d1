import type { RoundVisit } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CodeInput } from '../../components/code-input.tsx'
import * as copy from '../../copy/home-visits.ts'
import { passesCheck } from './door.ts'
import { doAct } from './round-desk.ts'

/** The patient tells the code from their order's page, so that both know they have the right person. */
export function DoorStep({ visit }: { visit: RoundVisit }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)

  async function start(digits: string): Promise<void> {
    if (digits.length < 6) return setError(copy.doorCodeShort)
    if (visit.door && !(await passesCheck(visit.door, digits))) {
      return setError(copy.doorCodeWrong)
    }
    setError(null)
    await doAct({ verb: 'arrive', visit: visit.id, round: visit.round, code: digits })
  }

  return (
    <div className="space-y-4">
      <CodeInput
        value={code}
        length={6}
        label={copy.doorCode}
        hint={copy.doorCodeHint}
        error={error}
        onText={(digits) => {
          setCode(digits)
          setError(null)
        }}
      />
      <div className="grid *:w-full">
        <Button look="primary" onClick={() => void start(code)}>
          {copy.doorStart}
        </Button>
      </div>
    </div>
  )
}
