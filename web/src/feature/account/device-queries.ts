import { endDevice, endOtherDevices, listOwnDevices } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { passwordFirst } from '../../lib/password-first.ts'

/** The browsers in which whoever is signed in has logged in. */
export function useDevices() {
  return useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => call(listOwnDevices, { signal }),
    staleTime: 3_000,
    retry: false,
  })
}

/** Logs a browser out, wherever it is, after the password. */
export async function logOutDevice(device: string): Promise<void> {
  await passwordFirst(() => call(endDevice, { params: { device } }))
}

/** Logs every other browser out, after the password. */
export async function logOutOthers(): Promise<void> {
  await passwordFirst(() => call(endOtherDevices))
}

export function readDevicesAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['devices'] })
}
