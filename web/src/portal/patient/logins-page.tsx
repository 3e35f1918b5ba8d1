import { DeviceList } from '../../feature/account/device-list.tsx'
import { useDevices } from '../../feature/account/device-queries.ts'
import { useTitle } from '../../lib/hooks.ts'
import { LinkButton } from '../../ui/button.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { Skeleton, Waiting } from '../../ui/states.tsx'

/** Where somebody is logged in, and ending it. */
export function LoginsPage() {
  useTitle('Where you are logged in')
  const asked = useDevices()
  const devices = asked.data?.data.devices
  const again = () => void asked.refetch()
  return (
    <div className="page grow py-6 md:py-8">
      <div className="max-w-column mx-auto space-y-6">
        <div>
          <h1>Where you are logged in</h1>
          <p className="text-muted mt-1">
            If you do not know one of these browsers, end it. Then choose a new password.
          </p>
        </div>
        {devices ? (
          <>
            <DeviceList devices={devices} />
            <p className="text-muted">
              A browser that you end is logged out at once. We mail you when your account is used in a browser
              that we do not know.
            </p>
            <LinkButton to="/auth/forgot-password/user">Choose a new password</LinkButton>
          </>
        ) : asked.isError ? (
          <NoAnswer failure={asked.error} onRetry={again} />
        ) : (
          <Waiting onRetry={again}>
            <Skeleton className="h-72 w-full" />
          </Waiting>
        )}
      </div>
    </div>
  )
}
