import {
  type BodySent,
  downloadShared,
  downloadSharedAttachment,
  listReaders,
  listShares,
  makeShare,
  openShare,
  type ReplyOf,
  readShare,
  revokeShare,
  type SharedResults,
} from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'

/** Results are not cached after the page, and are only fetched when a user opens it. */
const once = { retry: false, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** The shares of an order's results. */
export function useShares(reference: string) {
  return useQuery({
    queryKey: ['shares', reference],
    queryFn: ({ signal }) => call(listShares, { params: { reference }, signal }),
    ...once,
  })
}

/** Who has opened the results of an order. */
export function useReaders(reference: string) {
  return useQuery({
    queryKey: ['readers', reference],
    queryFn: ({ signal }) => call(listReaders, { params: { reference }, signal }),
    ...once,
  })
}

/** Whether a link works. */
export function useShare(token: string) {
  return useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => call(readShare, { params: { token }, signal }),
    ...once,
  })
}

export type Made = ReplyOf<typeof makeShare>

export async function share(reference: string, body: BodySent<typeof makeShare>): Promise<Made> {
  return (await call(makeShare, { params: { reference }, body })).data
}

export async function stopShare(reference: string, id: string): Promise<void> {
  await call(revokeShare, { params: { reference, share: id } })
}

export async function openWith(token: string, passcode: string): Promise<SharedResults> {
  return (await call(openShare, { params: { token }, body: { passcode } })).data
}

export async function saveShared(token: string, passcode: string, report: string): Promise<void> {
  await saveFile(downloadShared, { token, report }, undefined, { passcode })
}

export async function saveSharedAttachment(token: string, passcode: string, report: string): Promise<void> {
  await saveFile(downloadSharedAttachment, { token, report }, undefined, { passcode })
}

/** True if the link is invalid or has ended. */
export function isDeadLink(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 404
}
