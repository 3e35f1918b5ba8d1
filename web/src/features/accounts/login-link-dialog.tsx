import type { Challenge } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fillNodes } from '../../lib/fill.ts'
import { pendingEmail } from '../../lib/session.ts'
import { BoldEmail, FailureNote } from './form-parts.tsx'
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
    <Dialog title={copy.loginLinkTitle} onClose={onClose}>
      <Form
        className="space-y-6"
        onSubmit={() => {
          const wrong = emailProblem(email) ?? (email.trim() === '' ? copy.emailEmpty : null)
          setProblem(wrong)
          if (!wrong) act.run(send)
        }}
      >
        <FailureNote failure={act.failure} />
        {sent === null ? (
          <p>{copy.loginLinkMeans}</p>
        ) : (
          <Banner tone="ok" title={copy.loginLinkSent} announce>
            <p className="first-letter:uppercase">{sent}.</p>
          </Banner>
        )}
        <Field
          label={shared.email}
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
          workingText={shared.sending}
        >
          {sent === null ? copy.emailLoginLink : copy.emailAnotherLink}
        </Button>
      </Form>
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
      <Dialog title={copy.oneMoreStep} onClose={onClose}>
        <Suspense>
          <SecondFactor challenge={challenge} onPassed={startSession} onOver={() => setChallenge(null)} />
        </Suspense>
      </Dialog>
    )
  return (
    <Dialog title={copy.logIn} onClose={onClose}>
      {sent === null ? (
        <FailureNote failure={act.failure ?? again.failure} />
      ) : (
        <Banner tone="ok" title={copy.loginLinkSent} announce>
          <p className="first-letter:uppercase">{sent}.</p>
        </Banner>
      )}
      <p>
        {fillNodes(copy.loginLinkAs, {
          email: <BoldEmail email={link.email} />,
        })}
      </p>
      <Button
        look="primary"
        wide
        working={act.working}
        workingText={copy.loggingIn}
        onClick={() => act.run(logIn)}
      >
        {copy.logIn}
      </Button>
      {act.failure ? (
        <Button look="quiet" wide working={again.working} onClick={() => again.run(sendAgain)}>
          {copy.emailNewLink}
        </Button>
      ) : null}
    </Dialog>
  )
}
