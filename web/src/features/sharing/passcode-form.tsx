import type { SharedResults } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CodeInput } from '../../components/code-input.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/sharing.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { opensNothing, openWith } from './queries.ts'

type FormProps = {
  token: string
  expiresAt: string
  onOpen: (results: SharedResults, passcode: string) => void
  /** The link has ended meanwhile. */
  onEnded: () => void
}

/** Asks for the passcode that belongs to the link. */
export function PasscodeForm({ token, expiresAt, onOpen, onEnded }: FormProps) {
  const [passcode, setPasscode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const opening = useAct()

  async function open(): Promise<void> {
    try {
      onOpen(await openWith(token, passcode), passcode)
    } catch (failure) {
      if (opensNothing(failure)) onEnded()
      else if (failure instanceof ApiFailure && failure.code === 'wrong_passcode') {
        setPasscode('')
        setWrong(failureWords(failure))
      } else throw failure
    }
  }

  return (
    <Card>
      <form
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (passcode.length < 6) setWrong(copy.passcodeMissing)
          else opening.run(open)
        }}
      >
        <NotDone failure={opening.failure} />
        <CodeInput
          id="passcode"
          label={copy.passcode}
          hint={copy.passcodeHint}
          length={6}
          value={passcode}
          onText={(digits) => {
            setPasscode(digits)
            setWrong(null)
          }}
          error={wrong}
        />
        <Button type="submit" look="primary" wide working={opening.working} workingText={copy.opening}>
          {copy.open}
        </Button>
        <p className="text-small text-muted">{fill(copy.openUntilText, { time: dayAndTime(expiresAt) })}</p>
      </form>
    </Card>
  )
}
