import { endDevice, endOtherDevices, listOwnDevices } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { passwordFirst } from '../../lib/password-first.ts'

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
export async function logOutDevice(device: string): Promise<void> {
  await passwordFirst(() => call(endDevice, { params: { device } }))
}

/** Logs all other devices out, after asking for the password. */
export async function logOutOthers(): Promise<void> {
  await passwordFirst(() => call(endOtherDevices))
}

export function readDevicesAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['devices'] })
}
