import type { Challenge } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Enrolment } from './enrolment.tsx'
import { FactorCodeForm } from './factor-code-form.tsx'
import { switchOn } from './factor-queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type FactorSetUpProps = {
  enrol: NonNullable<Challenge['enrol']>
  onDone: () => void
  /** Nothing was switched on. */
  onLeave: () => void
}

/** Sets an authenticator app up from the settings, and shows the recovery codes. */
export function FactorSetUp({ enrol, onDone, onLeave }: FactorSetUpProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />
  return (
    <div className="space-y-6">
      <Enrolment enrol={enrol} />
      <FactorCodeForm isNew send={async (typed) => setCodes(await switchOn(typed))} />
      <Button look="quiet" wide onClick={onLeave}>
        Not now
      </Button>
    </div>
  )
}
