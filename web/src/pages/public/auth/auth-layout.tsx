import { lazy, Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { DemoRibbon } from '../../../components/demo-ribbon.tsx'
import { Link } from '../../../components/link.tsx'
import { AdireBand, ClothButterfly, Lockup } from '../../../components/mark.tsx'
import { OfflineBanner } from '../../../components/offline-banner.tsx'
import * as copy from '../../../copy/accounts.ts'
import { useProfile, useSignedIn } from '../../../lib/hooks.ts'
import { homeOf, lacksDetails, useAuthState } from './auth-state.tsx'

/** The patterned panel next to the form, with the promise on it. On phones it is only a strip at the top. */
function SidePanel() {
  return (
    <aside className="bg-indigo text-card sticky top-0 hidden h-screen flex-col overflow-hidden lg:flex">
      <AdireBand cloth="wing" />
      <div className="flex min-h-0 flex-1 flex-col px-12 pt-8 pb-12">
        <div className="flex min-h-12 items-center gap-4">
          <Link to="/" aria-label={copy.homeLink} className="text-paper flex min-h-12 items-center">
            <Lockup className="h-9 w-46" />
          </Link>
          <DemoRibbon />
        </div>
        <ClothButterfly className="mx-auto my-6 min-h-0 w-full max-w-110 flex-1" />
        <p className="font-head text-h1 max-w-[18ch] font-bold text-balance">{copy.sideHeadline}</p>
        <p className="mt-3 max-w-[40ch]">{copy.sidePromise}</p>
      </div>
    </aside>
  )
}

/** Loaded on demand: few accounts lack any details. */
const ProfileForm = lazy(async () => ({
  default: (await import('../../../features/accounts/profile-form.tsx')).ProfileForm,
}))

/** Where people sign up and in. A signed-in user is redirected to where they were going, once the account is complete. */
export function AuthLayout() {
  const signedIn = useSignedIn()
  const profile = useProfile()
  const [later, setLater] = useState(false)
  const { from } = useAuthState()
  // An invitation is for the person who received its mail, even if another account is signed in on this device.
  const isInvited = useLocation().pathname === '/auth/invitation'
  const incomplete = signedIn && !isInvited && !later && lacksDetails(profile) ? profile : null
  if (signedIn && !isInvited && !incomplete) return <Navigate to={from ?? homeOf(profile)} replace />
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <SidePanel />
      <div className="flex flex-col">
        <div className="lg:hidden">
          <AdireBand cloth="eye" />
        </div>
        <OfflineBanner />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-136 flex-1 flex-col px-4 py-4 md:py-12 lg:justify-center"
        >
          <div className="mb-4 flex min-h-12 items-center gap-3 lg:hidden">
            <Link to="/" aria-label={copy.homeLink} className="text-indigo inline-flex min-h-12 items-center">
              <Lockup className="h-7 w-36" />
            </Link>
            <DemoRibbon />
          </div>
          {incomplete ? (
            <Suspense>
              <ProfileForm profile={incomplete} onLater={() => setLater(true)} />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
    </div>
  )
}
