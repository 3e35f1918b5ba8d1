import { Navigate, Outlet, useLocation } from 'react-router'
import { useSignedIn } from '../lib/hooks.ts'

/** Lets only a valid session in; everybody else signs in first and then comes back to this address. */
export function Protected() {
  const signedIn = useSignedIn()
  const { pathname, search, hash } = useLocation()
  if (!signedIn) return <Navigate to="/auth/login" replace state={{ from: pathname + search + hash }} />
  return <Outlet />
}
