import { lazy, Suspense, useState } from 'react'
import { useWaitingTalks } from '../../feature/counselling/queries.ts'
import { WaitingTalks } from '../../feature/counselling/waiting-talks.tsx'
import { InboxList, InboxWaiting } from '../../feature/inbox/inbox-list.tsx'
import { useInbox } from '../../feature/inbox/queries.ts'
import { LicenceNotice } from '../../feature/licence/licence-notice.tsx'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { needsPassword } from '../../lib/password-first.ts'
import padlock from '../../ui/art/padlock.svg'
import { Button, LinkButton } from '../../ui/button.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { EmptyState, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../feature/account/password-again.tsx')).PasswordAgain,
}))

function DoctorsInbox() {
  useTitle('Results inbox')
  const inbox = useInbox()
  const talks = useWaitingTalks()
  const [closed, setClosed] = useState(false)
  const isLocked = needsPassword(inbox.error)
  const again = () => void inbox.refetch()
  const items = isLocked || talks.isPending ? undefined : inbox.data?.pages.flatMap(({ data }) => data.items)
  const toHave = talks.data?.data ?? []
  return (
    <div className="page grow space-y-6 py-4 md:py-8">
      <DoctorSwitch />
      <div>
        <h1>Results inbox</h1>
        <p className="text-muted mt-1">
          Results your patients have shared with you. Critical ones come first.
        </p>
      </div>
      <LicenceNotice />
      {items ? <WaitingTalks talks={toHave} /> : null}
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
        <NoResults isBelowTalks={toHave.length > 0} />
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
        {isLocked && !closed ? <PasswordAgain onGiven={again} onClose={() => setClosed(true)} /> : null}
      </Suspense>
    </div>
  )
}

/** The empty inbox: without a picture if there is other work above it. */
function NoResults({ isBelowTalks }: { isBelowTalks: boolean }) {
  const when = 'Results come here once they are out, of patients who have agreed that you read them.'
  if (isBelowTalks)
    return (
      <section aria-labelledby="no-results">
        <h2 id="no-results" className="heading-small">
          No results wait for you
        </h2>
        <p className="text-muted mt-1">{when}</p>
      </section>
    )
  return (
    <EmptyState
      title="No results wait for you"
      action={
        <LinkButton look="primary" wide to="/portal/doctor/patients">
          See my patients
        </LinkButton>
      }
    >
      {when}
    </EmptyState>
  )
}

/** The results that wait for a doctor; other accounts get the not-found page. */
export function InboxPage() {
  return useProfile()?.type === 'doctor' ? <DoctorsInbox /> : <NotForThem />
}
