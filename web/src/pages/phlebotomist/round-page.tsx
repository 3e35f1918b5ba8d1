import { useEffect, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import mast from '../../components/art/mast.svg'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { EmptyState, NothingHere, Skeleton, Trouble, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/home-visits.ts'
import { followDesk } from '../../features/home-visits/photo/photo-desk.ts'
import {
  closeDesk,
  currentDesk,
  type Desk,
  dismissConflict,
  isWaitingForNetwork,
  onDeskChange,
  openDesk,
  sync,
  watchOtherTabs,
} from '../../features/home-visits/round-desk.ts'
import { RoundList } from '../../features/home-visits/round-list.tsx'
import { VisitScreen } from '../../features/home-visits/visit-screen.tsx'
import { failureWords } from '../../lib/api.ts'
import { plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { useDelayed, useOnline, useProfile, useTitle } from '../../lib/hooks.ts'
import { sessionRanOut } from '../../lib/session.ts'

/** A phlebotomist's visits of today, one at a time. The open page works without a network. */
function MyRound() {
  useTitle(copy.roundPageTitle)
  const desk = useDesk()
  const [params] = useSearchParams()
  const chosen = params.get('visit')
  const saysUnsent = useSaysUnsent(desk)
  const waiting = new Set(saysUnsent ? desk.waiting.map(({ visit }) => visit) : [])
  const isHere = useStoredScreen(desk.round !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit starts at its top
  useEffect(() => {
    globalThis.scrollTo(0, 0)
  }, [chosen])
  return (
    <div className="page w-full max-w-160 grow py-4 md:py-6" data-unsent={desk.waiting.length}>
      <DeskNotices desk={desk} />
      {desk.round ? (
        chosen ? (
          <One desk={desk} id={chosen} isWaiting={waiting.has(chosen)} />
        ) : (
          <>
            <div className="mb-5">
              <h1>{copy.roundTitle}</h1>
              <p className="text-muted">{longDay(desk.round.day)}</p>
              <p aria-live="polite" className="text-muted min-h-6">
                {isHere && desk.isStored.round ? copy.roundSaved : null}
              </p>
            </div>
            {desk.round.visits.length > 0 ? (
              <RoundList round={desk.round} waiting={waiting} />
            ) : (
              <EmptyState title={copy.roundEmptyTitle}>{copy.roundEmpty}</EmptyState>
            )}
          </>
        )
      ) : (
        <NotYet failure={desk.failure} />
      )}
    </div>
  )
}

/**
 * Stores this page for use without a network once it has loaded; returns whether it is stored. If not, the next opening
 * retries it.
 */
function useStoredScreen(isRead: boolean): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!isRead) return
    Promise.all([import('../../lib/worker.ts'), import('../../components/worker-updates.tsx')])
      .then(([{ storeScreen }, { watchForUpdates }]) =>
        Promise.all([storeScreen('round'), watchForUpdates()]),
      )
      .then(([isStored]) => setHere(isStored))
      .catch(() => undefined)
  }, [isRead])
  return isHere
}

function One({ desk, id, isWaiting }: { desk: Desk; id: string; isWaiting: boolean }) {
  const visit = desk.round?.visits.find((one) => one.id === id)
  if (visit) return <VisitScreen visit={visit} isWaiting={isWaiting} />
  return (
    <EmptyState
      headingLevel="h1"
      title={copy.roundNoVisitTitle}
      action={
        <LinkButton look="primary" wide to="/portal/phlebotomist">
          {copy.roundTitle}
        </LinkButton>
      }
    >
      {copy.roundNoVisit}
    </EmptyState>
  )
}

function NotYet({ failure }: { failure: unknown }) {
  const again = () => void sync()
  if (!failure) {
    return (
      <Waiting onRetry={again}>
        <div className="space-y-3">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
      </Waiting>
    )
  }
  const isAway = isWaitingForNetwork(failure)
  return (
    <Trouble picture={isAway ? mast : undefined} onRetry={again}>
      {isAway ? copy.roundNoAnswer : failureWords(failure)}
    </Trouble>
  )
}

/** The round of a phlebotomist. It stays open when the session ends, since without a network it is impossible to log in. */
export function RoundPage() {
  const profile = useProfile()
  const { search } = useLocation()
  const isTheirs = profile?.type === 'phlebotomist'
  useEffect(() => {
    if (!profile) closeDesk({ isLost: sessionRanOut() })
  }, [profile])
  if (!profile) return <Navigate to="/auth/login" replace state={{ from: `/portal/phlebotomist${search}` }} />
  if (isTheirs) return <MyRound />
  return <NothingHere>{copy.notFound}</NothingHere>
}

/** The state of syncing: unsent steps, conflicts, and whether the user is logged in. */
function DeskNotices({ desk }: { desk: Desk }) {
  const online = useOnline()
  const saysUnsent = useSaysUnsent(desk)
  const { waiting, conflicts, isLoggedOut } = desk
  const stored = waiting.length - desk.storing
  return (
    <div className="space-y-3 not-empty:mb-5" aria-live="polite">
      {conflicts.map(({ id, title, words }) => (
        <Banner key={id} tone="error" title={title}>
          <p>{words}</p>
          <div className="-ml-3">
            <Button look="quiet" onClick={() => dismissConflict(id)}>
              {copy.conflictRead}
            </Button>
          </div>
        </Banner>
      ))}
      {isLoggedOut ? (
        <Banner tone="warn" title={copy.loggedOutTitle}>
          <p>{waiting.length > 0 ? copy.loggedOutUnsent : copy.loggedOut}</p>
          <div className="pt-2">
            <LinkButton to="/auth/login" state={{ from: '/portal/phlebotomist' }}>
              {copy.logIn}
            </LinkButton>
          </div>
        </Banner>
      ) : waiting.length > 0 && !desk.isStored.acts ? (
        <Banner tone="warn" title={plural(copy.unsentUnsavedTitle, waiting.length)}>
          <p>{copy.unsentUnsaved}</p>
        </Banner>
      ) : saysUnsent && stored > 0 ? (
        <Banner tone="offline" title={plural(copy.unsentTitle, stored)}>
          <p>{online ? copy.unsentOnline : copy.unsentOffline}</p>
          {online ? (
            <div className="-ml-3">
              <Button look="quiet" onClick={() => void sync()}>
                {copy.sendNow}
              </Button>
            </div>
          ) : null}
        </Banner>
      ) : null}
    </div>
  )
}

/** How often the round is synced while it is open, in milliseconds. */
const often = 30_000

/** The phlebotomist's desk, synced with the server whenever there is a network. */
function useDesk(): Desk {
  const desk = useSyncExternalStore(onDeskChange, currentDesk, currentDesk)
  useEffect(() => {
    void openDesk()
    const now = () => void sync()
    const seen = () => {
      if (document.visibilityState === 'visible') now()
    }
    const timer = setInterval(now, often)
    const stopWatching = watchOtherTabs()
    const stopPhotos = followDesk()
    globalThis.addEventListener('online', now)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      stopWatching()
      stopPhotos()
      globalThis.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])
  return desk
}

/** How long sending may take before the user sees a message, in milliseconds. */
const patience = 2000

/** Whether to say that acts are unsent: immediately if the server cannot be reached, else only if sending takes long. */
function useSaysUnsent({ waiting, failure }: Desk): boolean {
  const online = useOnline()
  const some = waiting.length > 0
  const isLong = useDelayed(some, patience)
  return some && (!online || failure !== null || isLong)
}
