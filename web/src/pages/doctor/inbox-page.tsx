import { lazy, Suspense, useState } from 'react'
import padlock from '../../components/art/padlock.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { EmptyState, NoAnswer, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/inbox.ts'
import { useWaitingTalks } from '../../features/counselling/queries.ts'
import { WaitingTalks } from '../../features/counselling/waiting-talks.tsx'
import { InboxList, InboxWaiting } from '../../features/inbox/inbox-list.tsx'
import { useInbox } from '../../features/inbox/queries.ts'
import { LicenceNotice } from '../../features/licences/licence-notice.tsx'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { needsPassword } from '../../lib/password-first.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../features/accounts/password-again.tsx')).PasswordAgain,
}))

function DoctorsInbox() {
  useTitle(copy.inboxTitle)
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
        <h1>{copy.inboxTitle}</h1>
        <p className="text-muted mt-1">{copy.inboxSays}</p>
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
              workingText={copy.loadingMore}
              onClick={() => void inbox.fetchNextPage()}
            >
              {copy.showMore}
            </Button>
          ) : null}
        </>
      ) : items ? (
        <NoResults isBelowTalks={toHave.length > 0} />
      ) : isLocked ? (
        <EmptyState
          title={copy.lockedTitle}
          picture={padlock}
          action={
            <Button look="primary" wide onClick={() => setClosed(false)}>
              {copy.givePassword}
            </Button>
          }
        >
          {copy.lockedSays}
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
  const when = copy.emptySays
  if (isBelowTalks)
    return (
      <section aria-labelledby="no-results">
        <h2 id="no-results" className="heading-small">
          {copy.emptyTitle}
        </h2>
        <p className="text-muted mt-1">{when}</p>
      </section>
    )
  return (
    <EmptyState
      title={copy.emptyTitle}
      action={
        <LinkButton look="primary" wide to="/portal/doctor/patients">
          {copy.seePatients}
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
