import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSignedIn } from '../lib/hooks.ts'
import { currentProfile, loseSession, onSessionLost, sessionEndsAt, sessionIsOver } from '../lib/session.ts'
import { onLeftInOtherTab } from '../lib/session-tabs.ts'

/** A browser's timer holds no more, in milliseconds; about 25 days. */
const longestTimer = 2 ** 31 - 1

/** A phlebotomist's round goes on where there is no network to log in with; it sends nothing without a session. */
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
    // A phone that slept through the end has a late timer.
    document.addEventListener('visibilitychange', loseIfOver)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', loseIfOver)
    }
  }, [signedIn])
}

/** Ends the session at its hour, and leads to the sign-in page whenever one is lost. */
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
        const { leave } = await import('../feature/account/queries.ts')
        leave({ alone: true })
        // The page that was open first sends its visitor, who is now nobody, to sign in.
        setTimeout(() => navigate('/', { replace: true }))
      }),
    [navigate],
  )
  return null
}
