import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSignedIn } from '../lib/hooks.ts'
import { loseSession, onSessionLost, sessionEndsAt } from '../lib/session.ts'

/** Ends the session at its hour, and leads to the sign-in page whenever one is lost. */
export function SessionWatch() {
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const { pathname, search } = useLocation()

  useEffect(() => {
    const endsAt = signedIn ? sessionEndsAt() : null
    if (endsAt === null) return
    const timer = setTimeout(loseSession, Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [signedIn])

  useEffect(
    () =>
      onSessionLost(() => {
        if (pathname.startsWith('/auth') || pathname.startsWith('/pay')) return
        navigate('/auth/login', { replace: true, state: { from: pathname + search } })
      }),
    [navigate, pathname, search],
  )
  return null
}
