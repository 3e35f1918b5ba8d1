import type { Challenge } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { saveText } from '../../lib/save-file.ts'
import { toast } from '../../lib/toast.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { type Entry, passFactor } from './queries.ts'

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
    return <RecoveryCodes codes={entry.recoveryCodes} onSaved={() => onPassed(entry)} />
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
  if (codes) return <RecoveryCodes codes={codes} onSaved={onDone} />
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

type EnrolmentProps = { enrol: NonNullable<Challenge['enrol']> }

/** How to put the account into an authenticator app: by camera from another screen, or by hand on the same phone. */
function Enrolment({ enrol }: EnrolmentProps) {
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

type RecoveryCodesProps = { codes: readonly string[]; onSaved: () => void }

/** The recovery codes for a lost phone. They are shown once, so the user must confirm that they are saved. */
function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const [saved, setSaved] = useState(false)
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
      <Checkbox id="kept" checked={saved} onChecked={setSaved}>
        {copy.recoveryKept}
      </Checkbox>
      <Button look="primary" wide disabled={!saved} onClick={onSaved}>
        {shared.next}
      </Button>
    </section>
  )
}

function asText(codes: readonly string[]): string {
  return `${copy.recoveryFile}\n\n${codes.join('\n')}\n`
}
