import { formatPhone, normalisePhone, type PhoneChannel, phoneProblem } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { ErrorSummary } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { CodeInput } from '../../components/code-input.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { PhoneField } from '../../components/phone-field.tsx'
import * as copy from '../../copy/notifications.ts'
import * as shared from '../../copy/shared.ts'
import { type Act, useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords, isOffline } from '../../lib/api.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { channelNames } from './policy.ts'
import { askForCode, type OnRefused, useProof } from './queries.ts'

type PhoneProofProps = {
  channel: PhoneChannel
  /** The initial number, as stored. */
  phone: string
  /** The password prompt opens above this dialog, which keeps what was typed. */
  onRefused: OnRefused
  onProven: () => void
  onClose: () => void
}

/** Proves that a phone belongs to the user: sends a code to it, which the user types here. */
export function PhoneProof({ channel, phone: first, onRefused, onProven, onClose }: PhoneProofProps) {
  const [phone, setPhone] = useState(() => formatPhone(first))
  const [sent, setSent] = useState(false)
  const [again, setAgain] = useState(false)
  const sending = useAct()

  async function send(): Promise<void> {
    setAgain(false)
    try {
      await askForCode(channel, phone)
    } catch (failure) {
      if (!onRefused(failure, () => sending.run(send))) throw failure
      return
    }
    setSent(true)
    setAgain(sent)
  }

  return (
    <Dialog title={fill(copy.proofTitle, { channel: channelNames[channel] })} onClose={onClose}>
      {sent ? (
        <CodeStep {...{ channel, phone, onRefused, onProven }}>
          <div className="-mx-3 flex flex-wrap justify-between">
            <Button
              look="quiet"
              onClick={() => {
                setSent(false)
                setAgain(false)
              }}
            >
              {copy.otherNumber}
            </Button>
            <Button look="quiet" working={sending.working} onClick={() => sending.run(send)}>
              {copy.sendAgain}
            </Button>
          </div>
          <p role="status" className="text-muted">
            {again ? copy.sentAgain : null}
          </p>
          <NotDone act={sending} />
        </CodeStep>
      ) : (
        <NumberStep {...{ channel, phone, setPhone, sending }} onSend={() => sending.run(send)} />
      )}
    </Dialog>
  )
}

type NumberStepProps = {
  channel: PhoneChannel
  phone: string
  setPhone: (text: string) => void
  sending: Act
  onSend: () => void
}

function NumberStep({ channel, phone, setPhone, sending, onSend }: NumberStepProps) {
  const [tried, setTried] = useState(false)
  const wrong = phoneProblem(normalisePhone(phone))
  return (
    <Form
      className="space-y-6"
      onSubmit={() => {
        setTried(true)
        if (wrong === null) onSend()
      }}
    >
      <p>{fill(copy.proofAbout, { channel: channelNames[channel] })}</p>
      <NotDone act={sending} />
      <PhoneField
        id="notice-phone"
        label={copy.yourPhone}
        value={phone}
        onText={setPhone}
        error={tried ? wrong : null}
      />
      <Button type="submit" look="primary" wide working={sending.working} workingText={shared.sending}>
        {copy.sendCode}
      </Button>
    </Form>
  )
}

type CodeStepProps = Omit<PhoneProofProps, 'onClose'> & { children: ReactNode }

function CodeStep({ channel, phone, onRefused, onProven, children }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const act = useAct()
  const prove = useProof()

  async function check(): Promise<void> {
    try {
      await prove(channel, code)
    } catch (failure) {
      if (onRefused(failure, () => act.run(check))) return
      if (!(failure instanceof ApiFailure) || failure.code !== 'wrong_code') throw failure
      setWrong(failureWords(failure))
      return
    }
    onProven()
  }

  return (
    <>
      <Form
        className="space-y-6"
        onSubmit={() => {
          if (code.length < 5) setWrong(copy.codeTooShort)
          else act.run(check)
        }}
      >
        <p>
          {fillNodes(copy.codeSent, {
            phone: <b className="whitespace-nowrap">{formatPhone(normalisePhone(phone))}</b>,
          })}
        </p>
        <NotDone act={act} />
        <CodeInput
          value={code}
          error={wrong}
          autoFocus
          onText={(digits) => {
            setCode(digits)
            setWrong(null)
          }}
        />
        <Button type="submit" look="primary" wide working={act.working} workingText={shared.checking}>
          {copy.isMyPhone}
        </Button>
      </Form>
      {children}
    </>
  )
}

function NotDone({ act: { failure } }: { act: Act }) {
  if (!failure) return null
  return (
    <ErrorSummary problems={[]}>
      <p className="mt-1">{isOffline(failure) ? copy.serverNotReached : failureWords(failure)}</p>
    </ErrorSummary>
  )
}
