import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { useSignedIn } from '../lib/hooks.ts'
import {
  currentProfile,
  loseSession,
  onLeftInOtherTab,
  onSessionLost,
  sessionEndsAt,
  sessionIsOver,
} from '../lib/session.ts'

/** The longest delay of a browser's timer, in milliseconds; about 25 days. */
const longestTimer = 2 ** 31 - 1

/** A phlebotomist's round continues where there is no network to log in with; without a session it sends nothing. */
function staysWithoutSession(): boolean {
  return globalThis.location.pathname === '/portal/phlebotomist'
}

function useEndOfSession(): void {
  const signedIn = useSignedIn()
  useEffect(() => {
    const loseIfOver = () => {
      if (sessionIsOver() && !staysWithoutSession()) loseSession()
    }
    loseIfOver()
    const endsAt = signedIn ? sessionEndsAt() : null
    if (endsAt === null) return
    const timer = setTimeout(loseIfOver, Math.min(longestTimer, Math.max(0, endsAt - Date.now())))
    // On a phone that slept past the end the timer is late.
    document.addEventListener('visibilitychange', loseIfOver)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', loseIfOver)
    }
  }, [signedIn])
}

/** Ends the session when it expires, and opens the sign-in page whenever a session is lost. */
export function SessionWatch() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEndOfSession()

  useEffect(
    () =>
      onSessionLost(() => {
        if (pathname.startsWith('/auth') || pathname.startsWith('/pay')) return
        navigate('/auth/login', { replace: true, state: { from: pathname + search + hash } })
      }),
    [navigate, pathname, search, hash],
  )

  useEffect(
    () =>
      onLeftInOtherTab(async (email) => {
        if (currentProfile()?.email !== email) return
        const { leave } = await import('../features/accounts/queries.ts')
        leave({ alone: true })
        // Delayed, because the open page first redirects its signed-out visitor to the sign-in page.
        setTimeout(() => navigate('/', { replace: true }))
      }),
    [navigate],
  )
  return null
}

/** Requires a valid session; other visitors sign in first and then return to this address. */
export function Protected() {
  const signedIn = useSignedIn()
  const { pathname, search, hash } = useLocation()
  if (!signedIn) return <Navigate to="/auth/login" replace state={{ from: pathname + search + hash }} />
  return <Outlet />
}
