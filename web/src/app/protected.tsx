import { Navigate, Outlet, useLocation } from 'react-router'
import { useSignedIn } from '../lib/hooks.ts'

/** Requires a valid session; other visitors sign in first and then return to this address. */
export function Protected() {
  const signedIn = useSignedIn()
  const { pathname, search, hash } = useLocation()
  if (!signedIn) return <Navigate to="/auth/login" replace state={{ from: pathname + search + hash }} />
  return <Outlet />
}
