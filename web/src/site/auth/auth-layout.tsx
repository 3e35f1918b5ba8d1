import { brand } from '@labalaba/contract'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useProfile, useSignedIn } from '../../lib/hooks.ts'
import { DemoRibbon } from '../../ui/demo-ribbon.tsx'
import { Link } from '../../ui/link.tsx'
import { AdireBand, ClothButterfly, Lockup } from '../../ui/mark.tsx'
import { OfflineBanner } from '../../ui/offline-banner.tsx'
import { homeOf, useAuthState } from './auth-state.ts'

/** The cloth beside the form, with the promise on it. On phones only a strip of it, at the top. */
function SidePanel() {
  return (
    <aside className="bg-indigo text-card sticky top-0 hidden h-screen flex-col overflow-hidden lg:flex">
      <AdireBand cloth="wing" />
      <div className="flex min-h-0 flex-1 flex-col px-12 pt-8 pb-12">
        <div className="flex min-h-12 items-center gap-4">
          <Link to="/" aria-label={`${brand.name} home`} className="text-paper flex min-h-12 items-center">
            <Lockup className="h-9 w-46" />
          </Link>
          <DemoRibbon />
        </div>
        <ClothButterfly className="mx-auto my-6 min-h-0 w-full max-w-110 flex-1" />
        <p className="font-head text-h1 max-w-[18ch] font-bold text-balance">
          Enjoy The Right Care, Right Here, Right Now
        </p>
        <p className="mt-3 max-w-[40ch]">
          Labs whose registration you can check. Every fee in sight before you pay.
        </p>
      </div>
    </aside>
  )
}

/** Where people sign up and in. Whoever is signed in already goes on to where they were going. */
export function AuthLayout() {
  const signedIn = useSignedIn()
  const home = homeOf(useProfile())
  const { from } = useAuthState()
  // An invitation is for whoever has its mail, whoever is signed in on this device.
  const isInvited = useLocation().pathname === '/auth/invitation'
  if (signedIn && !isInvited) return <Navigate to={from ?? home} replace />
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
            <Link
              to="/"
              aria-label={`${brand.name} home`}
              className="text-indigo inline-flex min-h-12 items-center"
            >
              <Lockup className="h-7 w-36" />
            </Link>
            <DemoRibbon />
          </div>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
