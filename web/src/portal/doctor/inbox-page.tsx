import { lazy, Suspense, useState } from 'react'
import { InboxList, InboxWaiting } from '../../feature/inbox/inbox-list.tsx'
import { useInbox } from '../../feature/inbox/queries.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { needsPassword } from '../../lib/password-again.ts'
import padlock from '../../ui/art/padlock.svg'
import { Button, LinkButton } from '../../ui/button.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { EmptyState, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../feature/result/password-again.tsx')).PasswordAgain,
}))

const WaitingTalks = lazy(async () => ({
  default: (await import('../../feature/counselling/waiting-talks.tsx')).WaitingTalks,
}))

function DoctorsInbox() {
  useTitle('Results inbox')
  const inbox = useInbox()
  const [closed, setClosed] = useState(false)
  const isLocked = needsPassword(inbox.error)
  const again = () => void inbox.refetch()
  const items = isLocked ? undefined : inbox.data?.pages.flatMap(({ data }) => data.items)
  return (
    <div className="page grow space-y-6 py-4 md:py-8">
      <DoctorSwitch />
      <div>
        <h1>Results inbox</h1>
        <p className="text-muted mt-1">Of patients who let you read them. Critical ones come first.</p>
      </div>
      {items && items.length > 0 ? (
        <>
          <InboxList items={items} />
          {inbox.hasNextPage ? (
            <Button
              wide
              working={inbox.isFetchingNextPage}
              workingText="Fetching more"
              onClick={() => void inbox.fetchNextPage()}
            >
              Show more
            </Button>
          ) : null}
        </>
      ) : items ? (
        <EmptyState
          title="No results wait for you"
          action={
            <LinkButton look="primary" wide to="/portal/doctor/patients">
              See my patients
            </LinkButton>
          }
        >
          Results come here once they are out, of patients who have agreed that you read them.
        </EmptyState>
      ) : isLocked ? (
        <EmptyState
          title="Your inbox is locked"
          picture={padlock}
          action={
            <Button look="primary" wide onClick={() => setClosed(false)}>
              Give my password
            </Button>
          }
        >
          Results are private. Your password opens them for a quarter of an hour.
        </EmptyState>
      ) : inbox.isError ? (
        <NoAnswer failure={inbox.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <InboxWaiting />
        </Waiting>
      )}
      <Suspense>
        {items ? <WaitingTalks /> : null}
        {isLocked && !closed ? <PasswordAgain onGiven={again} onClose={() => setClosed(true)} /> : null}
      </Suspense>
    </div>
  )
}

/** What waits for a doctor; nobody else finds a page here. */
export function InboxPage() {
  return useProfile()?.type === 'doctor' ? <DoctorsInbox /> : <NotForThem />
}
