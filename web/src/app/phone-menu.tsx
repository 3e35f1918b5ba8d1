import { useProfile } from '../lib/hooks.ts'
import { LinkButton } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { Link, MenuLink } from '../ui/link.tsx'
import { AdireBand } from '../ui/mark.tsx'
import { audiences, type MenuPlace, menuLink, useFaqAddress } from './menu-links.ts'
import { ownPlaces } from './own-places.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** The menu that slides in on phones. */
export function PhoneMenu({ signedIn, onClose }: { signedIn: boolean; onClose: () => void }) {
  const type = useProfile()?.type
  const own: readonly MenuPlace[] = signedIn
    ? [
        { to: '/explore/labs', words: 'Find a lab' },
        { to: '/explore/tests', words: 'Find a test' },
        { to: '/orders', words: 'Orders' },
        ...ownPlaces(type),
        { to: '/settings/notices', words: 'Notices' },
        { to: '/settings/logins', words: 'Logins and browsers' },
      ]
    : []
  return (
    <Drawer name="Menu" onClose={onClose}>
      <nav aria-label="Menu" className="grid gap-1">
        {[...own, ...audiences].map((one) => (
          <MenuLink
            key={one.to}
            to={one.to}
            also={one.also}
            onClick={onClose}
            className={`${menuLink} border-hair rounded-none border-b`}
          >
            {one.words}
          </MenuLink>
        ))}
        <Link to={useFaqAddress()} onClick={onClose} className={menuLink}>
          FAQ
        </Link>
      </nav>
      <div className="mt-6 grid">
        {signedIn ? (
          <>
            <SignOutButton onDone={onClose} />
            <Link
              to="/delete-account"
              onClick={onClose}
              className="text-muted mt-2 flex min-h-12 items-center justify-center text-[0.875rem] leading-5"
            >
              Delete account
            </Link>
          </>
        ) : (
          <LinkButton to="/auth/login" wide onClick={onClose}>
            Login
          </LinkButton>
        )}
      </div>
      <div className="-mx-4 mt-auto">
        <AdireBand cloth="wing" />
      </div>
    </Drawer>
  )
}
