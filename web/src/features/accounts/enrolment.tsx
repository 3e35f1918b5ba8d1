import type { Challenge } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import * as copy from '../../copy/accounts.ts'
import { toast } from '../../lib/toast.ts'

type EnrolmentProps = { enrol: NonNullable<Challenge['enrol']> }

/** How to put the account into an authenticator app: by camera from another screen, or by hand on the same phone. */
export function Enrolment({ enrol }: EnrolmentProps) {
  return (
    <ol className="divide-hair divide-y">
      <Step number={1} title={copy.installAppTitle}>
        <p className="text-muted">{copy.installAppWhich}</p>
      </Step>
      <Step number={2} title={copy.addAccountTitle}>
        <p className="text-muted max-sm:hidden">{copy.scanKey}</p>
        <div className="border-hair bg-card rounded-card my-3 size-48 border p-2 max-sm:hidden">
          <QrCode address={enrol.uri} name={copy.keyPicture} />
        </div>
        <p className="text-muted">
          <span className="max-sm:hidden">{copy.typeKey}</span>
          <span className="sm:hidden">{copy.pasteKey}</span>
        </p>
        <p className="bg-sand rounded-field my-2 px-3 py-2 font-semibold tabular-nums">{spaced(enrol.key)}</p>
        <Button look="secondary" onClick={() => void putOnClipboard(enrol.key)}>
          {copy.copyKey}
        </Button>
      </Step>
      <Step number={3} title={copy.typeDigitsTitle}>
        <p className="text-muted">{copy.digitsChange}</p>
      </Step>
    </ol>
  )
}

type StepProps = { number: number; title: string; children: ReactNode }

function Step({ number, title, children }: StepProps) {
  return (
    <li className="grid grid-cols-[2.5rem_1fr] py-4">
      <span aria-hidden="true" className="font-head text-figure text-indigo font-bold">
        {number}
      </span>
      <div className="min-w-0">
        <h2 className="heading-small mb-1">{title}</h2>
        {children}
      </div>
    </li>
  )
}

function spaced(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1 ')
}

async function putOnClipboard(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(key)
    toast.success(copy.keyCopied)
  } catch {
    toast.error(copy.keyNotCopied)
  }
}
