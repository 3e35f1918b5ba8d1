import type { Profile } from '@labalaba/contract'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Link } from '../../../components/link.tsx'

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

const homes: Readonly<Record<string, string>> = {
  lab: '/portal/lab',
  phlebotomist: '/portal/phlebotomist',
  operator: '/operator/cases',
}

/** The start page of an account that was not going anywhere; for staff, their work. */
export function homeOf(profile: Profile | null): string {
  return homes[profile?.type ?? ''] ?? '/'
}

/** A link to the other screen, for users who came to the wrong one. */
export function OtherWay({ question, to, words }: { question: string; to: string; words: string }) {
  const { from } = useAuthState()
  return (
    <p className="border-hair mt-6 border-t pt-4">
      {question}{' '}
      <Link to={to} state={{ from }} className="inline-flex min-h-12 min-w-12 items-center font-semibold">
        {words}
      </Link>
    </p>
  )
}

/**
 * What a mail's link has in its hash. It is removed from the address bar, where the next user of the device could read
 * it.
 */
export function useLinkHash<Found>(read: (hash: string) => Found | null): Found | null {
  const { pathname, hash, state } = useLocation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(hash)
  if (hash !== opened && read(hash)) setOpened(hash)
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts only when an address with a hash arrives
  useEffect(() => {
    if (hash !== '') navigate(pathname, { replace: true, state })
  }, [hash])
  return useMemo(() => read(opened), [read, opened])
}
