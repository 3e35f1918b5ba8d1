import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyBox } from '../../components/copy-box.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { HandOn } from '../../components/hand-on.tsx'
import * as copy from '../../copy/sharing.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { messageOf, spokenPasscode } from './policy.ts'
import type { Made } from './queries.ts'

type MadeProps = { made: Made; onClose: () => void }

/**
 * The link to send, and the passcode to pass on separately. It is not shown again: the dialog closes only once the user
 * confirms having the passcode, or has copied it.
 */
export function ShareMade({ made, onClose }: MadeProps) {
  const [copied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  if (asking)
    return (
      <Dialog key="asking" title={copy.askedTitle} onClose={() => setAsking(false)}>
        <PasscodeBox passcode={made.passcode} onCopied={() => setCopied(true)} />
        <p>{copy.askedText}</p>
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button look="primary" wide onClick={onClose}>
            {copy.passcodeNoted}
          </Button>
          <Button wide onClick={() => setAsking(false)}>
            {copy.backToLink}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog key="made" title={copy.madeTitle} onClose={() => (copied ? onClose() : setAsking(true))}>
      <div className="space-y-3">
        <h3 className="heading-small">{copy.sendLink}</h3>
        <CopyBox
          id="share-link"
          label={copy.link}
          value={made.url}
          what={copy.linkWhat}
          done={copy.linkCopied}
        />
        <HandOn words={messageOf(made.expiresAt)} url={made.url} />
      </div>
      <div className="space-y-3">
        <h3 className="heading-small">{copy.tellPasscode}</h3>
        <PasscodeBox passcode={made.passcode} onCopied={() => setCopied(true)} />
        <p>{fillNodes(copy.tellHow, { onlyNow: <b>{copy.tellOnlyNow}</b> })}</p>
      </div>
      <p className="text-muted">{fill(copy.madeUntil, { time: dayAndTime(made.expiresAt) })}</p>
      <Button look="primary" wide onClick={onClose}>
        {copy.passcodeNoted}
      </Button>
    </Dialog>
  )
}

function PasscodeBox({ passcode, onCopied }: { passcode: string; onCopied: () => void }) {
  return (
    <CopyBox
      id="share-passcode"
      label={copy.passcode}
      value={spokenPasscode(passcode)}
      what={copy.passcodeWhat}
      done={copy.passcodeCopied}
      large
      onCopied={onCopied}
    />
  )
}
