import { useState } from 'react'
import { dayAndTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { HandOn } from '../../ui/hand-on.tsx'
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
      <Dialog key="asking" title="Do you have the passcode?" onClose={() => setAsking(false)}>
        <PasscodeBox passcode={made.passcode} onCopied={() => setCopied(true)} />
        <p>It is not shown again, and the link opens nothing without it.</p>
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button look="primary" wide onClick={onClose}>
            I have noted the passcode
          </Button>
          <Button wide onClick={() => setAsking(false)}>
            Back to the link
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog key="made" title="Your link is ready" onClose={() => (copied ? onClose() : setAsking(true))}>
      <div className="space-y-3">
        <h3 className="heading-small">1. Send the link</h3>
        <CopyBox
          id="share-link"
          label="Link"
          value={made.url}
          what="the link to your results"
          done="The link is copied"
        />
        <HandOn words={messageOf(made.expiresAt)} url={made.url} />
      </div>
      <div className="space-y-3">
        <h3 className="heading-small">2. Tell them the passcode</h3>
        <PasscodeBox passcode={made.passcode} onCopied={() => setCopied(true)} />
        <p>
          Tell it by a call or face to face, not in the same message. <b>It is shown only now</b>: whoever
          loses it needs a new link.
        </p>
      </div>
      <p className="text-muted">It works until {dayAndTime(made.expiresAt)}.</p>
      <Button look="primary" wide onClick={onClose}>
        I have noted the passcode
      </Button>
    </Dialog>
  )
}

function PasscodeBox({ passcode, onCopied }: { passcode: string; onCopied: () => void }) {
  return (
    <CopyBox
      id="share-passcode"
      label="Passcode"
      value={spokenPasscode(passcode)}
      what="the passcode"
      done="The passcode is copied"
      large
      onCopied={onCopied}
    />
  )
}
