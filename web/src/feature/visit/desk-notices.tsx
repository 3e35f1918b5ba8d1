import { counted } from '../../lib/format.ts'
import { useOnline } from '../../lib/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
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
              I have read it
            </Button>
          </div>
        </Banner>
      ))}
      {isLoggedOut ? (
        <Banner tone="warn" title="You have been logged out">
          <p>
            {waiting.length > 0
              ? 'What you did is kept on this phone. Log in when you have a network, and it is sent.'
              : 'Log in when you have a network to see changes of your round.'}
          </p>
          <div className="pt-2">
            <LinkButton to="/auth/login" state={{ from: '/portal/phlebotomist' }}>
              Log in
            </LinkButton>
          </div>
        </Banner>
      ) : waiting.length > 0 && !desk.isKept.acts ? (
        <Banner tone="warn" title={`${counted(waiting.length, 'step')} not sent, and not kept`}>
          <p>
            This phone is full, or keeps nothing for us. Leave this page open, and do not load it again, until
            they are sent.
          </p>
        </Banner>
      ) : saysUnsent && kept > 0 ? (
        <Banner tone="offline" title={`${counted(kept, 'step')} kept on this phone`}>
          <p>
            {online
              ? 'Sending as soon as the server answers. Go on with your round.'
              : 'Sent by itself when the network is back. Go on with your round.'}
          </p>
          {online ? (
            <div className="-ml-3">
              <Button look="quiet" onClick={() => void sync()}>
                Send now
              </Button>
            </div>
          ) : null}
        </Banner>
      ) : null}
    </div>
  )
}
