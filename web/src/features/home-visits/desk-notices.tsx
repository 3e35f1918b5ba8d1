import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import * as copy from '../../copy/home-visits.ts'
import { plural } from '../../lib/fill.ts'
import { useOnline } from '../../lib/hooks.ts'
import { type Desk, dismissConflict, sync } from './round-desk.ts'
import { useSaysUnsent } from './use-desk.ts'

/** The state of syncing: unsent steps, conflicts, and whether the user is logged in. */
export function DeskNotices({ desk }: { desk: Desk }) {
  const online = useOnline()
  const saysUnsent = useSaysUnsent(desk)
  const { waiting, conflicts, isLoggedOut } = desk
  const kept = waiting.length - desk.storing
  return (
    <div className="space-y-3 not-empty:mb-5" aria-live="polite">
      {conflicts.map(({ id, title, words }) => (
        <Banner key={id} tone="error" title={title}>
          <p>{words}</p>
          <div className="-ml-3">
            <Button look="quiet" onClick={() => dismissConflict(id)}>
              {copy.conflictRead}
            </Button>
          </div>
        </Banner>
      ))}
      {isLoggedOut ? (
        <Banner tone="warn" title={copy.loggedOutTitle}>
          <p>{waiting.length > 0 ? copy.loggedOutUnsent : copy.loggedOut}</p>
          <div className="pt-2">
            <LinkButton to="/auth/login" state={{ from: '/portal/phlebotomist' }}>
              {copy.logIn}
            </LinkButton>
          </div>
        </Banner>
      ) : waiting.length > 0 && !desk.isKept.acts ? (
        <Banner tone="warn" title={plural(copy.unsentUnsavedTitle, waiting.length)}>
          <p>{copy.unsentUnsaved}</p>
        </Banner>
      ) : saysUnsent && kept > 0 ? (
        <Banner tone="offline" title={plural(copy.unsentTitle, kept)}>
          <p>{online ? copy.unsentOnline : copy.unsentOffline}</p>
          {online ? (
            <div className="-ml-3">
              <Button look="quiet" onClick={() => void sync()}>
                {copy.sendNow}
              </Button>
            </div>
          ) : null}
        </Banner>
      ) : null}
    </div>
  )
}
