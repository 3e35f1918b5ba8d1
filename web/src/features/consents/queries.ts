import {
  giveConsent,
  giveLinkedConsent,
  type LinkedConsent,
  listConsents,
  readingConsentVersion,
  readLinkedConsent,
  withdrawConsent,
  withdrawLinkedConsent,
} from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** The doctors who book for the signed-in account, and what each may read. */
export function useConsents() {
  return useQuery({
    queryKey: ['consents'],
    queryFn: ({ signal }) => call(listConsents, { signal }),
    retry: false,
  })
}

const version = readingConsentVersion

export async function give(reference: string, sensitive: boolean): Promise<void> {
  await call(giveConsent, { params: { reference }, body: { sensitive, version } })
}

export async function withdraw(reference: string): Promise<void> {
  await call(withdrawConsent, { params: { reference } })
}

/** The values in a mail's link. */
export type MailLink = { readonly reference: string; readonly signature: string }

export async function readLinked(link: MailLink): Promise<LinkedConsent> {
  return (await call(readLinkedConsent, { body: link })).data
}

/** Consents by the mail's link; `answer` is the patient's date of birth. */
export async function giveLinked(
  link: MailLink,
  given: { readonly sensitive: boolean; readonly answer: string },
): Promise<LinkedConsent> {
  return (await call(giveLinkedConsent, { body: { ...link, ...given, version } })).data
}

export async function withdrawLinked(link: MailLink): Promise<LinkedConsent> {
  return (await call(withdrawLinkedConsent, { body: link })).data
}

/** True if the user must first prove to be the patient. */
export function needsIdentity(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'patient_unproven'
}

/** True if the link is invalid. */
export function isDeadLink(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 404
}
