import { type LinkedConsent, lagosDate } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import padlock from '../../components/art/padlock.svg'
import { BirthField } from '../../components/birth-field.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { birthProblem, dateFromParts, noDate } from '../../components/date-of-birth.ts'
import { Link } from '../../components/link.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/consents.ts'
import { ConsentChoice, Refusal } from '../../features/consents/consent-card.tsx'
import { isUnanswered, readConsentLink, statusOf } from '../../features/consents/policy.ts'
import {
  giveLinked,
  isDeadLink,
  type MailLink,
  readLinked,
  withdrawLinked,
} from '../../features/consents/queries.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useMailLink } from '../../lib/mail-link.ts'

/** Opened by a link in a mail to a patient: may the doctor who booked read the results? It needs no account. */
export function ConsentPage() {
  useTitle(copy.pageTitle)
  const opener = useMailLink('/consent', (hash) => readConsentLink(hash) !== null)
  const link = opener === null ? null : readConsentLink(opener)
  const reading = useAct()
  const [consent, setConsent] = useState<LinkedConsent | null>(null)
  const read = (of: MailLink) => reading.run(async () => setConsent(await readLinked(of)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each link is opened once, when it arrives
  useEffect(() => {
    if (link) read(link)
  }, [opener])

  if (!link || isDeadLink(reading.failure)) return <NoQuestion />
  return (
    <div className="page grow py-6 md:py-10">
      <div className="max-w-column mx-auto">
        {consent ? (
          <Question link={link} consent={consent} onAnswered={setConsent} />
        ) : (
          <NotLoaded failure={reading.failure} onRetry={() => read(link)}>
            <Skeleton className="h-120 w-full" />
          </NotLoaded>
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
  const { tag, tone, words } = statusOf(consent)
  const answer = (action: () => Promise<LinkedConsent>) => act.run(async () => onAnswered(await action()))
  return (
    <>
      <h1>
        {state === 'given'
          ? fill(copy.pageGiven, { doctor, patient })
          : fill(copy.consentQuestion, { doctor, patient })}
      </h1>
      <p className="text-muted mt-1 mb-6">{fill(copy.pageBooked, { doctor, lab })}</p>
      <Card as="section" labelledBy="answer">
        <div role="status">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id="answer" className="heading-small">
              {copy.pageAnswer}
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
                workingText={copy.consentTakingBack}
                onClick={() => answer(() => withdrawLinked(link))}
              >
                {copy.consentTakeBack}
              </Button>
            </div>
          ) : mayGive ? (
            <LinkedChoice link={link} consent={consent} onAnswered={onAnswered} />
          ) : asked === 'account' ? (
            <p>
              {fillNodes(copy.pageNeedsAccount, {
                logIn: (
                  <Link to={`/orders/${encodeURIComponent(link.reference)}/results`}>
                    {fill(copy.pageLogInAs, { patient })}
                  </Link>
                ),
              })}
            </p>
          ) : (
            <p>{copy.pageLinkOver}</p>
          )}
          {isUnanswered(state) ? (
            <Refusal doctor={doctor} onRefuse={async () => onAnswered(await withdrawLinked(link))} />
          ) : null}
        </div>
      </Card>
      <p className="text-small text-muted mt-4">
        {fillNodes(copy.pageAccount, { see: <Link to="/settings/doctors">{copy.pageSeeDoctors}</Link> })}
        {isUnanswered(state) ? ` ${copy.pageDoNothing}` : null}
      </p>
    </>
  )
}

function NoQuestion() {
  return (
    <EmptyState
      headingLevel="h1"
      title={copy.pageNoLinkTitle}
      picture={padlock}
      action={
        <LinkButton look="primary" wide to="/settings/doctors">
          {copy.pageLogIn}
        </LinkButton>
      }
    >
      {copy.pageNoLink}
    </EmptyState>
  )
}

type LinkedChoiceProps = {
  link: MailLink
  consent: Pick<LinkedConsent, 'doctor' | 'patient'>
  onAnswered: (consent: LinkedConsent) => void
}

/** The choice after opening the mail's link. A mail can go astray, so the user must prove to be the patient. */
function LinkedChoice({ link, consent: { doctor, patient }, onAnswered }: LinkedChoiceProps) {
  const [birth, setBirth] = useState(noDate)
  const [wrong, setWrong] = useState<string | null>(null)
  const act = useAct()

  async function give(sensitive: boolean): Promise<void> {
    try {
      onAnswered(await giveLinked(link, { sensitive, answer: dateFromParts(birth) ?? '' }))
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'not_the_patient') throw failure
      setWrong(failure.message)
    }
  }

  function tell(sensitive: boolean): void {
    const problem = birthProblem(birth, lagosDate(new Date()))
    setWrong(problem)
    if (problem === null) act.run(() => give(sensitive))
  }

  return (
    <ConsentChoice primary doctor={doctor} patient={patient} act={act} onGive={tell}>
      <div className="space-y-4">
        <p className="max-w-words">{fill(copy.linkedWhy, { patient })}</p>
        <BirthField
          id="consent-birth"
          label={copy.dateOfBirth}
          own={false}
          value={birth}
          error={wrong}
          onParts={(next) => {
            setBirth(next)
            setWrong(null)
          }}
        />
      </div>
    </ConsentChoice>
  )
}
