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

/** The reports of an order of one's lab. */
export function useLabResults(reference: string) {
  return useQuery({
    queryKey: ['lab-results', reference],
    queryFn: ({ signal }) => call(readLabResults, { params: { reference }, signal }),
  })
}

export type Typed = Readonly<Record<number, string>>

/** Enters all values of a report; what is empty is left out, and what was `kept` while they were typed is gone. */
export async function enter(
  { id, versions, linesVersion }: LabReport,
  typed: Typed,
  kept: string | null,
): Promise<void> {
  const values = Object.entries(typed).map(([position, value]) => ({
    position: Number(position),
    value: value.trim(),
  }))
  await call(enterResults, {
    params: { id },
    body: { values, basedOn: versions[0]?.enteredAt ?? null, typed: kept, linesVersion },
  })
}

/** Verifies what stands on the screen. */
export async function verify({ id, versions }: LabReport): Promise<void> {
  await call(verifyReport, { params: { id }, body: { seen: versions[0]?.enteredAt ?? '' } })
}

/** Releases what is verified; a sensitive result with who talks about it, and a note of that. */
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

/** Takes the PDF from a draft. */
export async function detach({ id, versions }: LabReport): Promise<void> {
  await call(detachPdf, { params: { id }, body: { basedOn: versions[0]?.enteredAt ?? null } })
}

/** The patient's own results. What was read stays on the page for as long as it is open, and no longer. */
export function useOwnResults(reference: string) {
  return useQuery({
    queryKey: ['results', reference],
    queryFn: ({ signal }) => call(readResults, { params: { reference }, signal }),
    retry: false,
    gcTime: 0,
    // Each reading is written down: only a person's own looking is one.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Each reading is written down: only a person's own looking is one, and nothing of it stays when the page is left. */
const onlyWhenAsked = {
  retry: false,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** How what an order measured has changed; asked for when somebody wants to see it. */
export function useTrends(reference: string) {
  return useQuery({
    queryKey: ['trends', reference],
    queryFn: ({ signal }) => call(readTrends, { params: { reference }, signal }),
    ...onlyWhenAsked,
    enabled: false,
  })
}

/** The people whose results one may read, with what was measured more than once. */
export function useOwnPeople() {
  return useQuery({
    queryKey: ['own-people'],
    queryFn: ({ signal }) => call(readOwnPeople, { signal }),
    ...onlyWhenAsked,
  })
}

/** What whoever comes by the patient's email alone is asked first; null where it is something else that is wanting. */
export function askedFirst(failure: unknown): 'dob' | 'phone' | null {
  if (!(failure instanceof ApiFailure) || failure.code !== 'patient_unproven') return null
  const { data } = failure
  return typeof data === 'object' && data !== null && 'asked' in data && data.asked === 'phone'
    ? 'phone'
    : 'dob'
}

/** Answers who the patient of an order is. */
export async function answerWho(reference: string, body: { answer: string; bornOn?: string }): Promise<void> {
  await call(provePatient, { params: { reference }, body })
}

/** What is known of the report with a code. */
export function useAuthenticity(code: string) {
  return useQuery({
    queryKey: ['authenticity', code],
    queryFn: ({ signal }) => call(checkReport, { params: { code }, signal }),
    enabled: code !== '',
    retry: false,
  })
}
