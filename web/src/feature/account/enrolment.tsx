import type { Challenge } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

type EnrolmentProps = { enrol: NonNullable<Challenge['enrol']> }

/** How to put the account into an authenticator app: by camera from another screen, or by hand on the same phone. */
export function Enrolment({ enrol }: EnrolmentProps) {
  return (
    <ol className="divide-hair divide-y">
      <Step number={1} title="Install an authenticator app on your phone">
        <p className="text-muted">
          Google Authenticator, Microsoft Authenticator and Aegis are free. You may have one already.
        </p>
      </Step>
      <Step number={2} title="Add this account to it">
        <p className="text-muted max-sm:hidden">Scan this square with the app:</p>
        <div className="border-hair bg-card rounded-card my-3 size-48 border p-2 max-sm:hidden">
          <QrCode address={enrol.uri} name="The key of your account, for an authenticator app" />
        </div>
        <p className="text-muted">
          <span className="max-sm:hidden">Or add it by hand: choose “Enter a setup key” and type</span>
          <span className="sm:hidden">
            In the app choose “Enter a setup key”, name it Labalaba, and paste this key:
          </span>
        </p>
        <p className="bg-sand rounded-field my-2 px-3 py-2 font-semibold tabular-nums">{spaced(enrol.key)}</p>
        <Button look="secondary" onClick={() => void copy(enrol.key)}>
          Copy the key
        </Button>
      </Step>
      <Step number={3} title="Type what the app shows">
        <p className="text-muted">The digits change every half minute.</p>
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

async function copy(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(key)
    toast.success('The key is copied')
  } catch {
    toast.error('Copying did not work. Type the key by hand.')
  }
}
