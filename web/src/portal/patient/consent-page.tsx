import type { LinkedConsent } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { LinkedChoice } from '../../feature/consent/linked-choice.tsx'
import { readConsentLink, standingOf } from '../../feature/consent/policy.ts'
import { type MailLink, opensNothing, readLinked, withdrawLinked } from '../../feature/consent/queries.ts'
import { useAct } from '../../lib/act.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useMailLink } from '../../lib/mail-link.ts'
import padlock from '../../ui/art/padlock.svg'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, Tag } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { EmptyState, Skeleton, Waiting } from '../../ui/states.tsx'

/** Opened by a link in a mail to a patient: may the doctor who booked read the results? It needs no account. */
export function ConsentPage() {
  useTitle('Your results and your doctor')
  const opener = useMailLink('/consent', (hash) => readConsentLink(hash) !== null)
  const link = opener === null ? null : readConsentLink(opener)
  const reading = useAct()
  const [consent, setConsent] = useState<LinkedConsent | null>(null)
  const read = (of: MailLink) => reading.run(async () => setConsent(await readLinked(of)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each link is opened once, when it arrives
  useEffect(() => {
    if (link) read(link)
  }, [opener])

  if (!link || opensNothing(reading.failure)) return <NoQuestion />
  return (
    <div className="page grow py-6 md:py-10">
      <div className="max-w-column mx-auto">
        {consent ? (
          <Question link={link} consent={consent} onAnswered={setConsent} />
        ) : reading.failure ? (
          <NoAnswer failure={reading.failure} onRetry={() => read(link)} />
        ) : (
          <Waiting onRetry={() => read(link)}>
            <Skeleton className="h-120 w-full" />
          </Waiting>
        )}
      </div>
    </div>
  )
}

type QuestionProps = {
  link: MailLink
  consent: LinkedConsent
  onAnswered: (consent: LinkedConsent) => void
}

function Question({ link, consent, onAnswered }: QuestionProps) {
  const { doctor, patient, lab, asked, state, mayGive } = consent
  const act = useAct()
  const { tag, tone, words } = standingOf(consent)
  const answer = (deed: () => Promise<LinkedConsent>) => act.run(async () => onAnswered(await deed()))
  return (
    <>
      <h1>
        {state === 'given'
          ? `${doctor} may read the results of ${patient}`
          : `May ${doctor} read the results of ${patient}?`}
      </h1>
      <p className="text-muted mt-1 mb-6">
        {doctor} booked the tests at {lab}.
      </p>
      <Card as="section" labelledBy="standing">
        <div role="status">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id="standing" className="heading-small">
              How it stands
            </h2>
            <Tag tone={tone}>{tag}</Tag>
          </div>
          <p className="mt-1">{words}</p>
        </div>
        <div className="mt-4">
          {state === 'given' ? (
            <div className="space-y-4">
              <NotDone failure={act.failure} />
              <Button
                wide
                working={act.working}
                workingText="Taking it back"
                onClick={() => answer(() => withdrawLinked(link))}
              >
                Take it back
              </Button>
            </div>
          ) : mayGive ? (
            <LinkedChoice link={link} consent={consent} onAnswered={onAnswered} />
          ) : asked === 'account' ? (
            <p>
              The order has no date of birth, so a mail does not show who answers. Once the results are out,{' '}
              <Link to={`/orders/${encodeURIComponent(link.reference)}/results`}>log in as {patient}</Link>,
              with an account of this email, and choose there.
            </p>
          ) : (
            <p>
              This mail can no longer be answered. Log in with the email that it came to, and choose there.
            </p>
          )}
        </div>
      </Card>
      <p className="text-small text-muted mt-4">
        With an account of this email you <Link to="/settings/doctors">see every doctor and each look</Link>.
        {state === 'given' ? null : ' Do nothing, and the doctor does not read them.'}
      </p>
    </>
  )
}

function NoQuestion() {
  return (
    <EmptyState
      headingLevel="h1"
      title="This link asks nothing"
      picture={padlock}
      action={
        <LinkButton look="primary" wide to="/settings/doctors">
          Log in and choose there
        </LinkButton>
      }
    >
      It may have lost its end on the way. Open it again from the mail, or log in with the email that it came
      to.
    </EmptyState>
  )
}
