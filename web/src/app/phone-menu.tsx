import { LinkButton } from '../components/button.tsx'
import { Drawer } from '../components/drawer.tsx'
import { Link, MenuLink } from '../components/link.tsx'
import { AdireBand } from '../components/mark.tsx'
import * as copy from '../copy/app.ts'
import * as shared from '../copy/shared.ts'
import { useProfile } from '../lib/hooks.ts'
import { audiences, type MenuPlace, menuLink, useFaqAddress } from './menu-links.ts'
import { ownPlaces } from './own-places.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** The menu that slides in on phones. */
export function PhoneMenu({ signedIn, onClose }: { signedIn: boolean; onClose: () => void }) {
  const type = useProfile()?.type
  const own: readonly MenuPlace[] = signedIn ? ownPlaces(type) : []
  return (
    <Drawer name={copy.menu} onClose={onClose}>
      <nav aria-label={copy.menu} className="grid gap-1">
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
          {copy.faq}
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
              {copy.deleteAccount}
            </Link>
          </>
        ) : (
          <LinkButton to="/auth/login" wide onClick={onClose}>
            {shared.login}
          </LinkButton>
        )}
      </div>
      <div className="-mx-4 mt-auto">
        <AdireBand cloth="wing" />
      </div>
    </Drawer>
  )
}
