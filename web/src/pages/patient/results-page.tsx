import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import padlock from '../../components/art/padlock.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { OrderNumber } from '../../features/orders/order-state.tsx'
import { OwnResultList } from '../../features/results/own-results.tsx'
import { aboutWords } from '../../features/results/policy.ts'
import { askedFirst, useOwnResults } from '../../features/results/queries.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fillNodes } from '../../lib/fill.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { useNow } from '../../lib/now.ts'
import { needsPassword } from '../../lib/password-first.ts'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../features/accounts/password-again.tsx')).PasswordAgain,
}))

const OverTime = lazy(async () => ({
  default: (await import('../../features/results/over-time.tsx')).OverTime,
}))

const PatientProof = lazy(async () => ({
  default: (await import('../../features/results/patient-proof.tsx')).PatientProof,
}))

const ConsentOfOrder = lazy(async () => ({
  default: (await import('../../features/consents/consent-of-order.tsx')).ConsentOfOrder,
}))

const NoConsent = lazy(async () => ({
  default: (await import('../../features/break-glass/no-consent.tsx')).NoConsent,
}))

const BreakGlassPanel = lazy(async () => ({
  default: (await import('../../features/break-glass/break-glass-panel.tsx')).BreakGlassPanel,
}))

const Acknowledgement = lazy(async () => ({
  default: (await import('../../features/inbox/acknowledgement.tsx')).Acknowledgement,
}))

const Sharing = lazy(async () => ({ default: (await import('../../features/sharing/sharing.tsx')).Sharing }))

/** The results of an order. They require a recent password. */
export function ResultsPage() {
  const isDoctor = useProfile()?.type === 'doctor'
  useTitle(isDoctor ? shared.results : copy.yourResults)
  const { reference = '' } = useParams()
  const now = useNow()
  const asked = useOwnResults(reference)
  const [then, setThen] = useState<(() => void) | null>(null)
  const [closed, setClosed] = useState(false)
  const again = () => void asked.refetch()
  const isLocked = needsPassword(asked.error)
  const askFirst = (failure: unknown, next: () => void) => {
    if (needsPassword(failure)) setThen(() => next)
    return needsPassword(failure)
  }
  const question = askedFirst(asked.error)
  const results = isLocked || question ? undefined : asked.data?.data

  if (asked.error instanceof ApiFailure && asked.error.status === 404)
    return (
      <EmptyState
        headingLevel="h1"
        title={copy.resultsNotFound}
        picture={magnifier}
        action={
          <LinkButton look="primary" wide to="/orders">
            {copy.seeOrders}
          </LinkButton>
        }
      >
        {copy.resultsNotFoundSays}
      </EmptyState>
    )
  const lacksConsent = asked.error instanceof ApiFailure && asked.error.code === 'consent_needed'
  return (
    <div className="page grow pt-4 pb-8 md:pt-6 md:pb-12">
      <div className="max-w-column mx-auto lg:max-w-none">
        <div className="print:hidden">
          <BackLink to={`/orders/${encodeURIComponent(reference)}`}>{shared.order}</BackLink>
        </div>
        {lacksConsent ? null : (
          <>
            <h1>{isDoctor ? shared.results : copy.yourResults}</h1>
            <p className="text-muted mt-1 mb-6 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
              {results ? `${aboutWords(results, now)} · ${results.lab}, ${results.location}` : null}
              {results?.sampleData ? <Tag>{shared.sampleData}</Tag> : null}
            </p>
          </>
        )}
        {lacksConsent ? (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <NoConsent reference={reference} onRefused={askFirst} onOpened={again} />
          </Suspense>
        ) : results ? (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-12">
            <div className="space-y-8">
              <Suspense>
                {results.readBy === 'doctor' && results.keptPrivate > 0 ? (
                  <BreakGlassPanel
                    reference={reference}
                    hasOpened={results.breakGlassUntil !== null}
                    onRefused={askFirst}
                    onOpened={again}
                  />
                ) : null}
              </Suspense>
              <OwnResultList results={results} onRefused={askFirst} />
              {results.readBy === 'patient' && results.results.length > 0 ? (
                <div className="print:hidden">
                  <Suspense fallback={<Skeleton className="h-48 w-full" />}>
                    <OverTime reference={reference} onRefused={askFirst} />
                  </Suspense>
                </div>
              ) : null}
            </div>
            <Suspense fallback={<Skeleton className="h-120 w-full" />}>
              {results.readBy === 'doctor' ? (
                <Acknowledgement results={results} onRefused={askFirst} onChanged={again} />
              ) : (
                <div className="space-y-6 print:hidden">
                  <ConsentOfOrder reference={reference} />
                  <Sharing results={results} onRefused={askFirst} />
                </div>
              )}
            </Suspense>
          </div>
        ) : isLocked ? (
          <EmptyState
            title={isDoctor ? copy.lockedTitleForDoctor : copy.lockedTitle}
            picture={padlock}
            action={
              <Button look="primary" wide onClick={() => setClosed(false)}>
                {copy.givePassword}
              </Button>
            }
          >
            {fillNodes(copy.lockedOrderSays, { order: <OrderNumber reference={reference} /> })}
          </EmptyState>
        ) : question ? (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <PatientProof reference={reference} asked={question} onShown={again} onRefused={askFirst} />
          </Suspense>
        ) : (
          <NotLoaded failure={asked.error} onRetry={again} reference={reference}>
            <Skeleton className="h-120 w-full" />
          </NotLoaded>
        )}
      </div>
      <Suspense>
        {then || (isLocked && !closed) ? (
          <PasswordAgain
            onGiven={() => {
              setThen(null)
              if (then) then()
              else again()
            }}
            onClose={() => {
              setThen(null)
              setClosed(true)
            }}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
