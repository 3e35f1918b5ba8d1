import {
  decideLicence,
  type LicenceAct,
  largestLicence,
  type licenceQueues,
  listLicences,
  readLicence,
  sendLicence,
} from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as copy from '../../copy/licences.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { bytesOf, type Drawing, jpegWithin } from '../../lib/jpeg.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { addressOf } from '../../lib/use-picture.ts'

/** The verification of the signed-in doctor's licence. */
export function useLicence() {
  return useQuery({ queryKey: ['licence'], queryFn: ({ signal }) => call(readLicence, { signal }) })
}

export type Queue = (typeof licenceQueues)[number]

/** One page of the licences in a queue, for operators. */
export function useLicences(queue: Queue, page: number) {
  return useQuery({
    queryKey: ['licences', queue, page],
    queryFn: ({ signal }) => call(listLicences, { query: { queue, page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** Sizes and qualities to try. Small print is legible in the first; a slow network can send any of them. */
const drawings: readonly Drawing[] = [
  ...([[2200, 0.75] as const, [2000, 0.65] as const, [1600, 0.6] as const] as const),
]
/** The limit of a photo: half that of a PDF, as it is still legible. */
const largestDrawn = largestLicence / 2

export type LicenceForm = { readonly id: string; readonly folioNumber: string; readonly year: number }

/** Sends a licence with its document. Throws ApiFailure if the file cannot be read. */
export async function send({ id, folioNumber, year }: LicenceForm, file: File): Promise<void> {
  const document = await documentOf(file)
  await call(sendLicence, { body: { id, folioNumber, year, document } })
}

async function documentOf(file: File): Promise<string> {
  if (file.type === 'application/pdf' || /\.pdf$/i.test(file.name)) return await base64Of(file)
  const picture = await jpegWithin(file, largestDrawn, drawings)
  if (picture === null) throw new ApiFailure(0, 'unreadable', copy.photoUnreadable)
  return bytesOf(picture)
}

async function base64Of(file: Blob): Promise<string> {
  const address = await addressOf(file).catch(() => {
    throw new ApiFailure(0, 'unreadable', copy.fileUnreadable)
  })
  return address.replace(/^.*?,/, '')
}

/** Performs an operator's decision about a licence, after asking for the password. */
export async function decide(id: string, act: LicenceAct, note: string): Promise<void> {
  await passwordFirst(() => call(decideLicence, { params: { id }, body: { act, note } }))
}
