import {
  type Challenge,
  confirmSecondFactor,
  endSecondFactor,
  type ReplyOf,
  readSecondFactor,
  startSecondFactor,
} from '@labalaba/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type FactorStatus = ReplyOf<typeof readSecondFactor>

/** The second factor of the signed-in account and its recovery codes. */
export function useFactor() {
  return useQuery({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => call(readSecondFactor, { signal }),
    staleTime: 3_000,
    retry: false,
  })
}

/** Requests a new key for an authenticator app. */
export async function newKey(): Promise<NonNullable<Challenge['enrol']>> {
  return (await call(startSecondFactor)).data.enrol
}

/** Switches the second factor on with the first digits of the app; returns the recovery codes. */
export async function switchOn(code: string): Promise<readonly string[]> {
  return (await call(confirmSecondFactor, { body: { code } })).data.recoveryCodes
}

/** Switches the second factor off. */
export async function switchOff(): Promise<void> {
  await call(endSecondFactor)
}

export function readFactorAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['second-factor'] })
}
