import type { Challenge } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import mast from '../../../components/art/mast.svg'
import { Banner } from '../../../components/banner.tsx'
import { Breakable } from '../../../components/breakable.tsx'
import { Button, LinkButton } from '../../../components/button.tsx'
import { EmptyState, Skeleton, Trouble, Waiting } from '../../../components/states.tsx'
import * as copy from '../../../copy/accounts.ts'
import * as shared from '../../../copy/shared.ts'
import { InvitationForm } from '../../../features/accounts/invitation-form.tsx'
import { readInvitationToken } from '../../../features/accounts/policy.ts'
import { type Invitation, leave, openInvitation, startSession } from '../../../features/accounts/queries.ts'
import { SecondFactor } from '../../../features/accounts/second-factor.tsx'
import { ApiFailure, failureWords, isOffline } from '../../../lib/api.ts'
import { fill, fillNodes } from '../../../lib/fill.ts'
import { useProfile, useTitle } from '../../../lib/hooks.ts'
import { homeOf, useLinkHash } from './auth-state.tsx'

type Opened =
  | { at: 'reading' }
  | { at: 'ended' }
  | { at: 'trouble'; failure: unknown }
  | { at: 'open'; invitation: Invitation }

/** Opened by the link of an invitation: its purpose, the account, and its authenticator app. */
export function InvitationPage() {
  useTitle(copy.invitationTitle)
  const token = useLinkHash(readInvitationToken)
  const { opened, again } = useInvitation(token)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const navigate = useNavigate()

  if (challenge)
    return (
      <>
        <h1 className="mb-2">{copy.protectAccount}</h1>
        <SecondFactor
          challenge={challenge}
          onOver={() => navigate('/auth/login', { replace: true })}
          onPassed={(entry) => {
            startSession(entry)
            navigate(homeOf(entry.details), { replace: true })
          }}
        />
      </>
    )
  if (opened.at === 'reading')
    return (
      <Waiting onRetry={again}>
        <Skeleton className="h-9 w-3/4" />
        <Skeleton className="mt-6 h-96 w-full" />
      </Waiting>
    )
  if (opened.at === 'ended') return <Ended />
  if (opened.at === 'trouble')
    return (
      <Trouble picture={isOffline(opened.failure) ? mast : undefined} onRetry={again}>
        {isOffline(opened.failure) ? copy.invitationNotOpened : failureWords(opened.failure)}
      </Trouble>
    )
  return (
    <>
      <h1 className="mb-2">{copy.invitationWelcome}</h1>
      <p className="text-muted mb-6">{purpose(opened.invitation)}</p>
      <OtherAccount />
      <InvitationForm token={token ?? ''} invitation={opened.invitation} onAccepted={setChallenge} />
    </>
  )
}

function purpose({ type, labName }: Invitation): string {
  if (type === 'lab') return labName ? fill(copy.invitedToLab, { lab: labName }) : copy.invitedToYourLab
  if (type === 'phlebotomist') return copy.invitedToCollect
  return copy.invitedToOperate
}

function Ended() {
  return (
    <EmptyState
      headingLevel="h1"
      title={copy.invitationEndedTitle}
      action={
        <LinkButton to="/auth/login" look="primary">
          {shared.login}
        </LinkButton>
      }
    >
      {copy.invitationEnded}
    </EmptyState>
  )
}

/** Another account may be logged in on this device: the invited person sees that and can log it out. */
function OtherAccount() {
  const profile = useProfile()
  if (!profile) return null
  return (
    <div className="mb-6">
      <Banner tone="warn" title={copy.otherAccountTitle}>
        <p>{fillNodes(copy.otherAccountEnds, { email: <Breakable text={profile.email} /> })}</p>
        <Button look="quiet" onClick={() => leave()}>
          {copy.logOutNow}
        </Button>
      </Banner>
    </div>
  )
}

function useInvitation(token: string | null) {
  const [opened, setOpened] = useState<Opened>({ at: token ? 'reading' : 'ended' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    if (!token) return
    let isHere = true
    setOpened({ at: 'reading' })
    void openInvitation(token)
      .then((invitation): Opened => ({ at: 'open', invitation }))
      .catch(
        (failure): Opened =>
          failure instanceof ApiFailure && failure.code === 'invitation_ended'
            ? { at: 'ended' }
            : { at: 'trouble', failure },
      )
      .then((found) => {
        if (isHere) setOpened(found)
      })
    return () => {
      isHere = false
    }
  }, [token, tries])
  return { opened, again: () => setTries(tries + 1) }
}
