import {
  type BodySent,
  checkReport,
  correctReport,
  detachPdf,
  enterResults,
  type LabReport,
  provePatient,
  readLabResults,
  readOwnPeople,
  readResults,
  readTrends,
  releaseReport,
  sendBackReport,
  verifyReport,
  withdrawReport,
} from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** The reports of an order of the user's lab. */
export function useLabResults(reference: string) {
  return useQuery({
    queryKey: ['lab-results', reference],
    queryFn: ({ signal }) => call(readLabResults, { params: { reference }, signal }),
  })
}

/** A text of each line, by its position. */
export type Typed = Readonly<Record<number, string>>

/** What is typed for a report. */
export type TypedReport = {
  readonly values: Typed
  readonly comments: Typed
  /** The lines of a correction whose method is corrected to that of now. */
  readonly methodsNow: readonly number[]
}

/** The lines with a value or a comment, as they are sent. */
export function typedLines({ values, comments, methodsNow }: TypedReport) {
  const positions = [...new Set([...Object.keys(values), ...Object.keys(comments)].map(Number))]
  return positions.map((position) => {
    const { [position]: comment } = comments
    const methodNow = methodsNow.includes(position)
    return {
      position,
      value: values[position] ?? '',
      ...(comment && { comment }),
      ...(methodNow && { methodNow }),
    }
  })
}

/**
 * Enters all values of a report with their comments. Empty ones are left out, and the result draft with version `kept` is
 * deleted.
 */
export async function enter(
  { id, versions, linesVersion }: LabReport,
  typed: TypedReport,
  kept: string | null,
): Promise<void> {
  const values = typedLines(typed).map((line) => ({ ...line, value: line.value.trim() }))
  await call(enterResults, {
    params: { id },
    body: { values, basedOn: versions[0]?.enteredAt ?? null, typed: kept, linesVersion },
  })
}

/** Verifies the version on the screen, as final or as preliminary, with a reason for each value that needs one. */
export async function verify(
  { id, versions }: LabReport,
  preliminary: boolean,
  confirmed: { position: number; reason: string }[] = [],
): Promise<void> {
  const seen = versions[0]?.enteredAt ?? ''
  await call(verifyReport, { params: { id }, body: { seen, preliminary, confirmed } })
}

/** Releases a verified report; for a sensitive result, with who talks about it and a note. */
export async function release({ id }: LabReport, body: BodySent<typeof releaseReport>): Promise<void> {
  await call(releaseReport, { params: { id }, body })
}

export async function sendBack({ id }: LabReport, reason: string): Promise<void> {
  await call(sendBackReport, { params: { id }, body: { reason } })
}

export async function correct({ id }: LabReport, reason: string): Promise<void> {
  await call(correctReport, { params: { id }, body: { reason } })
}

export async function withdraw({ id }: LabReport, body: BodySent<typeof withdrawReport>): Promise<void> {
  await call(withdrawReport, { params: { id }, body })
}

/** Removes the PDF from a draft. */
export async function detach({ id, versions }: LabReport): Promise<void> {
  await call(detachPdf, { params: { id }, body: { basedOn: versions[0]?.enteredAt ?? null } })
}

/** The patient's own results. Not cached after the user leaves the page. */
export function useOwnResults(reference: string) {
  return useQuery({
    queryKey: ['results', reference],
    queryFn: ({ signal }) => call(readResults, { params: { reference }, signal }),
    retry: false,
    gcTime: 0,
    // The server logs each read, so it is never refetched automatically.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** The server logs each read: no automatic refetch, and no cache after the user leaves the page. */
const onlyWhenAsked = {
  retry: false,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** The trends of an order's values; loaded on request. */
export function useTrends(reference: string) {
  return useQuery({
    queryKey: ['trends', reference],
    queryFn: ({ signal }) => call(readTrends, { params: { reference }, signal }),
    ...onlyWhenAsked,
    enabled: false,
  })
}

/** The people whose results the user may read, with the trends of their values. */
export function useOwnPeople() {
  return useQuery({
    queryKey: ['own-people'],
    queryFn: ({ signal }) => call(readOwnPeople, { signal }),
    ...onlyWhenAsked,
  })
}

/** The proof that a user identified only by the patient's email must give first; null for another failure. */
export function askedFirst(failure: unknown): 'dob' | 'phone' | null {
  if (!(failure instanceof ApiFailure) || failure.code !== 'patient_unproven') return null
  const { data } = failure
  return typeof data === 'object' && data !== null && 'asked' in data && data.asked === 'phone'
    ? 'phone'
    : 'dob'
}

/** Proves that the user is the patient of an order. */
export async function answerWho(reference: string, body: { answer: string; bornOn?: string }): Promise<void> {
  await call(provePatient, { params: { reference }, body })
}

/** The authenticity of the report with a code. */
export function useAuthenticity(code: string) {
  return useQuery({
    queryKey: ['authenticity', code],
    queryFn: ({ signal }) => call(checkReport, { params: { code }, signal }),
    enabled: code !== '',
    retry: false,
  })
}
