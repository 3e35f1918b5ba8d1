import { lazy, Suspense, useState } from 'react'
import clipboard from '../../components/art/clipboard.svg'
import padlock from '../../components/art/padlock.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { EmptyState, NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/results.ts'
import { PersonResults } from '../../features/results/person-results.tsx'
import { useOwnPeople } from '../../features/results/queries.ts'
import { ApiFailure } from '../../lib/api.ts'
import { useTitle } from '../../lib/hooks.ts'
import { needsPassword } from '../../lib/password-first.ts'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../features/accounts/password-again.tsx')).PasswordAgain,
}))

/** The results over time of all people whom the account books for. They require a recent password. */
export function OwnResultsPage() {
  useTitle(copy.ownTitle)
  const asked = useOwnPeople()
  const [closed, setClosed] = useState(false)
  const again = () => void asked.refetch()
  const isLocked = needsPassword(asked.error)
  const people = isLocked ? undefined : asked.data?.data.people
  // The server returns 404 to an account that is no patient: it is shown as having no results.
  const hasNone = (asked.error instanceof ApiFailure && asked.error.status === 404) || people?.length === 0

  return (
    <div className="page grow pt-4 pb-8 md:pt-6 md:pb-12">
      <BackLink to="/orders">{copy.ownBack}</BackLink>
      <h1>{copy.ownTitle}</h1>
      <p className="text-muted max-w-words mt-1 mb-6">{copy.ownSays}</p>
      {hasNone ? (
        <EmptyState
          title={copy.ownNoneTitle}
          picture={clipboard}
          action={
            <LinkButton look="primary" wide to="/orders">
              {copy.seeOrders}
            </LinkButton>
          }
        >
          {copy.ownNoneSays}
        </EmptyState>
      ) : people ? (
        <div className="space-y-12">
          {people.map((person, place) => (
            <PersonResults key={person.orders[0]?.reference} person={person} place={place} />
          ))}
          <p className="max-w-words">{copy.meaningForPatient}</p>
        </div>
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
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <Skeleton className="h-120 w-full" />
        </Waiting>
      )}
      <Suspense>
        {isLocked && !closed ? <PasswordAgain onGiven={again} onClose={() => setClosed(true)} /> : null}
      </Suspense>
    </div>
  )
}
