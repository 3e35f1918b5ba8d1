import { endDevice, endOtherDevices, listOwnDevices } from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The browsers in which whoever is signed in has logged in. */
export function useDevices() {
  return useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => call(listOwnDevices, { signal }),
    staleTime: 3_000,
    retry: false,
  })
}

/** Logs a browser out, wherever it is. */
export async function logOutDevice(device: string): Promise<void> {
  await call(endDevice, { params: { device } })
}

/** Logs every other browser out. */
export async function logOutOthers(): Promise<void> {
  await call(endOtherDevices)
}

export function readDevicesAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['devices'] })
}
