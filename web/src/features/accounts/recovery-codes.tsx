import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { saveText } from '../../lib/save-file.ts'

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void }

/** The recovery codes for a lost phone. They are shown once, so the user must confirm that they are saved. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const [kept, setKept] = useState(false)
  return (
    <section aria-labelledby="recovery-title" className="space-y-4">
      <h2 id="recovery-title">{copy.recoveryTitle}</h2>
      <p>
        {copy.recoveryMeans} <b>{copy.recoveryShownOnce}</b>
      </p>
      <ul className="rounded-card border-hair bg-card figures grid grid-cols-2 gap-x-4 gap-y-2 border p-4 font-semibold">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="secondary" wide onClick={() => saveText(asText(codes), 'labalaba-recovery-codes.txt')}>
        {copy.recoverySaveFile}
      </Button>
      <Checkbox id="kept" checked={kept} onChecked={setKept}>
        {copy.recoveryKept}
      </Checkbox>
      <Button look="primary" wide disabled={!kept} onClick={onKept}>
        {shared.next}
      </Button>
    </section>
  )
}

function asText(codes: readonly string[]): string {
  return `${copy.recoveryFile}\n\n${codes.join('\n')}\n`
}
