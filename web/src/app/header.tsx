import { lazy, Suspense, useEffect, useState } from 'react'
import { IconButton, iconButtonClass, LinkButton } from '../components/button.tsx'
import { DemoRibbon } from '../components/demo-ribbon.tsx'
import { BasketIcon, MenuIcon } from '../components/first-icons.tsx'
import { Link, MenuLink } from '../components/link.tsx'
import { AdireBand, Lockup } from '../components/mark.tsx'
import * as copy from '../copy/app.ts'
import * as shared from '../copy/shared.ts'
import { plural } from '../lib/fill.ts'
import { useCart, useMedia, useSignedIn } from '../lib/hooks.ts'
import { audiences, menuLink } from './menu-links.ts'

function HomeLink() {
  return (
    <Link to="/" aria-label={copy.homeLink} className="text-indigo flex min-h-12 items-center">
      <Lockup className="h-[28px] w-[144px] max-[22rem]:w-[116px] sm:h-[32px] sm:w-[165px]" />
    </Link>
  )
}

/** Its three targets by the specification: the cart, the labs while the cart is empty, or sign-in without a session. */
function CartLink() {
  const tests = useCart().length
  const signedIn = useSignedIn()
  const to = signedIn ? (tests > 0 ? '/cart' : '/explore/labs') : '/auth/login'
  const name = tests > 0 ? plural(copy.cartFilled, tests) : copy.cartEmpty
  return (
    <Link to={to} state={signedIn ? null : { from: '/cart' }} aria-label={name} className={iconButtonClass}>
      <BasketIcon size={24} />
      {tests > 0 ? (
        <span className="figures rounded-round border-paper bg-indigo text-card absolute top-0.5 right-0 min-w-6 border-2 px-1 text-center text-[0.875rem] leading-5 font-semibold">
          {tests}
        </span>
      ) : null}
    </Link>
  )
}

// Only signed-in users have an account menu, and most first visits never open the phone menu.
const loadPhoneMenu = () => import('./phone-menu.tsx')
const PhoneMenu = lazy(async () => ({ default: (await loadPhoneMenu()).PhoneMenu }))
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

/** The `lg` breakpoint, from which everything is in the bar itself. */
const wide = '(min-width: 58.75rem)'

/** The fixed bar at the top of every page. */
export function Header() {
  const [menuOpen, setMenuOpen] = useState(false)
  const signedIn = useSignedIn()
  // Narrow screens have no room for the account menu and need not fetch it.
  const isWide = useMedia(wide)
  // A signed-in user must be able to sign out after the network has failed.
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => loadPhoneMenu().catch(() => undefined), 3000)
    return () => clearTimeout(timer)
  }, [signedIn])
  return (
    <header className="border-hair bg-paper fixed inset-x-0 top-0 z-30 border-b print:hidden">
      <div className="page flex h-[64px] items-center gap-1 sm:gap-2">
        <HomeLink />
        <DemoRibbon />
        <nav aria-label={copy.mainMenu} className="mr-4 ml-auto hidden lg:flex">
          {audiences.map((one) => (
            <MenuLink key={one.to} to={one.to} also={one.also} className={menuLink}>
              {one.words}
            </MenuLink>
          ))}
        </nav>
        <div className="ml-auto lg:ml-0">
          <CartLink />
        </div>
        <div className="hidden lg:block">
          {signedIn ? (
            <Suspense fallback={<span className="block w-32" />}>{isWide ? <AccountMenu /> : null}</Suspense>
          ) : (
            <LinkButton to="/auth/login">{shared.login}</LinkButton>
          )}
        </div>
        <div className="lg:hidden">
          <IconButton
            name={copy.openMenu}
            aria-expanded={menuOpen}
            onPointerEnter={loadPhoneMenu}
            onClick={() => setMenuOpen(true)}
          >
            <MenuIcon size={24} />
          </IconButton>
        </div>
      </div>
      {menuOpen ? (
        <Suspense>
          <PhoneMenu signedIn={signedIn} onClose={() => setMenuOpen(false)} />
        </Suspense>
      ) : null}
    </header>
  )
}

/** The name alone, for visitors who came by a link, for example to pay. */
export function PlainHeader() {
  return (
    <header className="border-hair bg-paper border-b print:hidden">
      <div className="column flex h-16 items-center gap-3">
        <HomeLink />
        <DemoRibbon />
      </div>
      <AdireBand cloth="grid" />
    </header>
  )
}
