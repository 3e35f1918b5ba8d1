import { useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The hash of a mail's link to this address. It is removed from the address bar immediately and stays in the state of
 * this history entry, so that a reload still shows the page. No storage and no address holds it.
 */
export function useMailLink(address: string, opens: (hash: string) => boolean): string | null {
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const fresh = opens(hash) ? hash : null
  useLayoutEffect(() => {
    if (fresh) navigate(address, { replace: true, state: { opener: fresh } })
  }, [fresh, navigate, address])
  const opener = typeof state === 'object' && state !== null && 'opener' in state ? String(state.opener) : ''
  return fresh ?? (opens(opener) ? opener : null)
}
