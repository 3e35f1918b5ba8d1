import type { Profile } from '@labalaba/contract'
import { useLocation } from 'react-router'

/** State passed from one sign-in screen to the next: where the user was going, and what was just done. */
export type AuthState = { from?: string; done?: 'confirmed' | 'reset' }

/** Only an address inside the product is followed after signing in. */
function insideOnly(from: unknown): string | undefined {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/auth') ? from : undefined
}

/** Reads the state of the previous screen; every part of it is validated. */
export function useAuthState(): AuthState {
  const { state } = useLocation()
  if (typeof state !== 'object' || state === null) return {}
  const from = insideOnly('from' in state ? state.from : undefined)
  const done =
    'done' in state && (state.done === 'confirmed' || state.done === 'reset') ? state.done : undefined
  return { ...(from ? { from } : {}), ...(done ? { done } : {}) }
}

/** Whether an account has no name or no phone: registration did not set them, or a new password removed the phone. */
export function lacksDetails(profile: Profile | null): profile is Profile {
  return profile !== null && (profile.name === '' || profile.phone === '')
}

/** The start page of an account that was not going anywhere; for staff, their work. */
export function homeOf(profile: Profile | null): string {
  if (profile?.type === 'lab') return '/portal/lab'
  if (profile?.type === 'phlebotomist') return '/portal/phlebotomist'
  return profile?.type === 'operator' ? '/operator/cases' : '/'
}
