import { useQueryClient } from '@tanstack/react-query'
import { LinkButton } from '../../components/button.tsx'
import { NoAnswer } from '../../components/not-loaded.tsx'
import { Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/accounts.ts'
import { DeviceList, useDevices } from '../../features/accounts/device-list.tsx'
import { FactorSettings } from '../../features/accounts/factor-settings.tsx'
import { PasskeySettings } from '../../features/accounts/passkey-settings.tsx'
import { PasswordHost } from '../../features/accounts/password-host.tsx'
import { useTitle } from '../../lib/hooks.ts'

/** The browsers in which the account is logged in, how to end those sessions, and the ways to log in. */
export function LoginsPage() {
  useTitle(copy.loginsTitle)
  const query = useDevices()
  const devices = query.data?.data.devices
  const client = useQueryClient()
  // The parts of the page have their own queries: one button retries all that failed.
  const again = () => void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  return (
    <div className="page grow py-6 md:py-8">
      <div className="max-w-column mx-auto space-y-8">
        <div>
          <h1>{copy.loginsTitle}</h1>
          <p className="text-muted mt-1">{copy.loginsAbout}</p>
        </div>
        {devices ? (
          <div className="space-y-6">
            <DeviceList devices={devices} />
            <p className="text-muted">{copy.loginsWatched}</p>
            <LinkButton to="/auth/forgot-password/user">{copy.chooseNewPassword}</LinkButton>
          </div>
        ) : query.isError ? (
          <NoAnswer failure={query.error} onRetry={again} />
        ) : (
          <Waiting onRetry={() => void query.refetch()}>
            <Skeleton className="h-72 w-full" />
          </Waiting>
        )}
        <PasskeySettings />
        <FactorSettings />
        <PasswordHost says={copy.passwordForLogins} />
      </div>
    </div>
  )
}
