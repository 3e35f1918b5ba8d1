import type { Challenge } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { pendingEmail } from '../../lib/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FailureNote } from './form-parts.tsx'
import { emailProblem, type MailLink } from './policy.ts'
import { enterByLink, sendLoginLink, startSession } from './queries.ts'

/** Loaded on demand: only some accounts have a second factor. */
const SecondFactor = lazy(async () => ({
  default: (await import('./second-factor.tsx')).SecondFactor,
}))

type LoginLinkDialogProps = {
  /** The content of the mail's link, if the page was opened from it. */
  link: MailLink | null
  onClose: () => void
}

/** Mails a link that logs in without the password. Opened from that mail, it logs in with one tap. */
export function LoginLinkDialog({ link, onClose }: LoginLinkDialogProps) {
  return link ? <OpenLink link={link} onClose={onClose} /> : <AskForLink onClose={onClose} />
}

function AskForLink({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState(pendingEmail)
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const act = useAct()

  async function send(): Promise<void> {
    setSent(null)
    const { words } = await sendLoginLink(email.trim())
    setSent(words)
  }

  return (
    <Dialog title="Log in without the password" onClose={onClose}>
      <form
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault()
          const wrong = emailProblem(email) ?? (email.trim() === '' ? 'Enter your email' : null)
          setProblem(wrong)
          if (!wrong) act.run(send)
        }}
      >
        <FailureNote failure={act.failure} />
        {sent === null ? (
          <p>We mail you a link that works once, for ten minutes.</p>
        ) : (
          <Banner tone="ok" title="Look in your mail" announce>
            <p className="first-letter:uppercase">{sent}.</p>
          </Banner>
        )}
        <Field
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          value={email}
          onText={(text) => {
            setEmail(text)
            if (emailProblem(text) === null) setProblem(null)
          }}
          onBlur={() => setProblem(emailProblem(email))}
          error={problem}
        />
        <Button
          type="submit"
          look={sent === null ? 'primary' : 'secondary'}
          wide
          working={act.working}
          workingText="Sending"
        >
          {sent === null ? 'Mail me a login link' : 'Mail another link'}
        </Button>
      </form>
    </Dialog>
  )
}

function OpenLink({ link, onClose }: { link: MailLink; onClose: () => void }) {
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const act = useAct()
  const again = useAct()

  async function logIn(): Promise<void> {
    setSent(null)
    const entered = await enterByLink(link)
    if (entered.next === 'second_factor') setChallenge(entered.challenge)
  }

  async function sendAgain(): Promise<void> {
    setSent((await sendLoginLink(link.email)).words)
  }

  if (challenge)
    return (
      <Dialog title="One more step" onClose={onClose}>
        <Suspense>
          <SecondFactor challenge={challenge} onPassed={startSession} onOver={() => setChallenge(null)} />
        </Suspense>
      </Dialog>
    )
  return (
    <Dialog title="Log in" onClose={onClose}>
      {sent === null ? (
        <FailureNote failure={act.failure ?? again.failure} />
      ) : (
        <Banner tone="ok" title="Look in your mail" announce>
          <p className="first-letter:uppercase">{sent}.</p>
        </Banner>
      )}
      <p>
        Tap Log in to go on as{' '}
        <b>
          <Breakable text={link.email} />
        </b>
        .
      </p>
      <Button
        look="primary"
        wide
        working={act.working}
        workingText="Logging in"
        onClick={() => act.run(logIn)}
      >
        Log in
      </Button>
      {act.failure ? (
        <Button look="quiet" wide working={again.working} onClick={() => again.run(sendAgain)}>
          Mail me a new link
        </Button>
      ) : null}
    </Dialog>
  )
}
