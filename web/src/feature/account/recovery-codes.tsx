import { brand } from '@labalaba/contract'
import { useState } from 'react'
import { saveText } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void }

/** The recovery codes for a lost phone. They are shown once, so the user must confirm that they are saved. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const [kept, setKept] = useState(false)
  return (
    <section aria-labelledby="recovery-title" className="space-y-4">
      <h2 id="recovery-title">Keep these ten codes</h2>
      <p>
        If you lose your phone, each of them lets you in once. Keep them on paper or in a password manager,
        and not on the phone with the app. <b>They are not shown again.</b>
      </p>
      <ul className="rounded-card border-hair bg-card figures grid grid-cols-2 gap-x-4 gap-y-2 border p-4 font-semibold">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="secondary" wide onClick={() => saveText(asText(codes), 'labalaba-recovery-codes.txt')}>
        Save them as a file
      </Button>
      <Checkbox id="kept" checked={kept} onChecked={setKept}>
        I have kept the codes
      </Checkbox>
      <Button look="primary" wide disabled={!kept} onClick={onKept}>
        Continue
      </Button>
    </section>
  )
}

function asText(codes: readonly string[]): string {
  return `Recovery codes of ${brand.name}. Each works once.\n\n${codes.join('\n')}\n`
}
