import { endDevice, endOtherDevices, formatMoment, listOwnDevices, type OwnDevice } from '@labalaba/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/accounts.ts'
import { useAct } from '../../lib/act.ts'
import { call } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { toast } from '../../lib/toast.ts'

/** The devices of an account, this one first, each with a button that logs it out. */
export function DeviceList({ devices }: { devices: readonly OwnDevice[] }) {
  const cache = useQueryClient()
  const doing = useAct()
  const [ending, setEnding] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const inOrder = [...devices].sort((one, other) => Number(other.isThis) - Number(one.isThis))
  const others = devices.some(({ isThis }) => !isThis)

  function end(which: string, action: () => Promise<void>, words: string): void {
    doing.run(async () => {
      setEnding(which)
      await action()
      await readDevicesAgain(cache)
      toast.success(words)
      // The pressed button was removed with its row.
      heading.current?.focus()
    })
  }

  return (
    <div className="space-y-6">
      <h2 ref={heading} tabIndex={-1}>
        {copy.yourBrowsers}
      </h2>
      <NotDone failure={doing.failure} title={copy.browserNotLoggedOut} />
      <ul className="space-y-4">
        {inOrder.map((device) => (
          <DeviceCard
            key={device.id}
            device={device}
            working={doing.working && ending === device.id}
            onEnd={() =>
              end(
                device.id,
                () => logOutDevice(device.id),
                fill(copy.browserLoggedOut, { browser: nameOf(device) }),
              )
            }
          />
        ))}
      </ul>
      {others ? (
        <Button
          wide
          working={doing.working && ending === 'others'}
          workingText={copy.loggingOut}
          onClick={() => end('others', logOutOthers, copy.othersLoggedOut)}
        >
          {copy.logOutOthers}
        </Button>
      ) : (
        <p className="text-muted">{copy.noOtherBrowser}</p>
      )}
    </div>
  )
}

type DeviceCardProps = { device: OwnDevice; working: boolean; onEnd: () => void }

function DeviceCard({ device, working, onEnd }: DeviceCardProps) {
  const id = useId()
  const { firstAt, lastAt, sessionUntil, isThis } = device
  return (
    <Card as="li" labelledBy={id}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 id={id}>{nameOf(device)}</h3>
          <p>{isThis ? copy.thisBrowser : sessionUntil ? copy.loggedInNow : copy.notLoggedInNow}</p>
          <p className="text-small text-muted">
            {fill(copy.loginTimes, {
              last: formatMoment(new Date(lastAt)),
              first: formatMoment(new Date(firstAt)),
            })}
          </p>
        </div>
        {isThis ? null : (
          <Button working={working} workingText={copy.loggingOut} onClick={onEnd} aria-describedby={id}>
            {copy.logOutBrowser}
          </Button>
        )}
      </div>
    </Card>
  )
}

const nameOf = ({ browser }: OwnDevice) => browser || copy.unknownBrowser

/** The devices in which the signed-in account has logged in. */
export function useDevices() {
  return useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => call(listOwnDevices, { signal }),
    staleTime: 3_000,
    retry: false,
  })
}

/** Logs one device out, after asking for the password. */
async function logOutDevice(device: string): Promise<void> {
  await passwordFirst(() => call(endDevice, { params: { device } }))
}

/** Logs all other devices out, after asking for the password. */
async function logOutOthers(): Promise<void> {
  await passwordFirst(() => call(endOtherDevices))
}

function readDevicesAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['devices'] })
}
