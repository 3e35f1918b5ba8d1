import { LinkButton } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { Link, MenuLink } from '../ui/link.tsx'
import { AdireBand } from '../ui/mark.tsx'
import { audiences, menuLink } from './menu-links.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** What slides in on phones. */
export function PhoneMenu({ signedIn, onClose }: { signedIn: boolean; onClose: () => void }) {
  const own = signedIn
    ? [
        { to: '/explore/labs', words: 'Find a lab' },
        { to: '/orders', words: 'Orders' },
      ]
    : []
  return (
    <Drawer name="Menu" onClose={onClose}>
      <nav aria-label="Menu" className="grid gap-1">
        {[...own, ...audiences].map((one) => (
          <MenuLink
            key={one.to}
            to={one.to}
            onClick={onClose}
            className={`${menuLink} border-hair rounded-none border-b`}
          >
            {one.words}
          </MenuLink>
        ))}
        <Link to="/#faq" onClick={onClose} className={menuLink}>
          FAQ
        </Link>
      </nav>
      <div className="mt-6 grid">
        {signedIn ? (
          <SignOutButton onDone={onClose} />
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
