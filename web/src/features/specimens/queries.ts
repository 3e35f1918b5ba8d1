import {
  type BodySent,
  changeClinicalRequest,
  checkIn,
  collectSamples,
  downloadLabels,
  type LabOrder,
  type LabSpecimen,
  listWorklist,
  type RejectionReason,
  readLabOrder,
  readWorklistDesk,
  receiveSample,
  rejectSample,
  type WorkStage,
} from '@labalaba/contract'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'

/** The filters of the worklist. A search covers every stage. */
export type Wanted = {
  readonly stage: WorkStage
  readonly location: string
  readonly on: string
  readonly q: string
  readonly page: number
}

/** How often a list that others also work on is reloaded, in milliseconds. */
const glance = 20_000

/** One page of the worklist. The previous page stays visible until the next one arrives. */
export function useWorklist(wanted: Wanted) {
  return useQuery({
    ...worklist(wanted),
    placeholderData: keepPreviousData,
    refetchInterval: glance,
  })
}

function worklist({ stage, location, on, q, page }: Wanted) {
  const narrowed = { ...(location && { location }), page, limit: 25 }
  const body = q === '' ? { ...narrowed, stage, ...(on && { on }) } : { ...narrowed, q }
  return {
    queryKey: ['worklist', body],
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      call(listWorklist, { body, ...(signal && { signal }) }),
    staleTime: 3_000,
  }
}

/** The number of the only order that matches the search; null if none or several do. */
export async function meantOrder(cache: QueryClient, wanted: Wanted): Promise<string | null> {
  const { data } = await cache.fetchQuery(worklist(wanted))
  return data.length === 1 ? (data[0]?.reference ?? null) : null
}

/** The lab, the locations that the user sees there, and the number of orders in each stage. */
export function useWorklistDesk(location: string) {
  return useQuery({
    queryKey: ['worklist-desk', location],
    queryFn: ({ signal }) => call(readWorklistDesk, { query: location ? { location } : {}, signal }),
    placeholderData: keepPreviousData,
    staleTime: 3_000,
    refetchInterval: glance,
  })
}

/** One order, in the lab's view. */
export function useLabOrder(reference: string) {
  return useQuery({
    queryKey: ['lab-order', reference],
    queryFn: ({ signal }) => call(readLabOrder, { params: { reference }, signal }),
    staleTime: 3_000,
    refetchInterval: glance,
  })
}

/** Stores the order returned by an act in the cache, and reloads the lists. */
export function keepLabOrder(cache: QueryClient, order: LabOrder): void {
  cache.setQueryData(['lab-order', order.reference], (before: object | undefined) =>
    before ? { ...before, data: order } : undefined,
  )
  void cache.invalidateQueries({ queryKey: ['worklist'] })
  void cache.invalidateQueries({ queryKey: ['worklist-desk'] })
}

export async function checkPatientIn({ reference }: LabOrder): Promise<LabOrder> {
  return (await call(checkIn, { params: { reference } })).data
}

/** Records all expected specimens as collected, or the patient as seen if none is taken. */
export async function collectAll({ reference }: LabOrder): Promise<LabOrder> {
  return (await call(collectSamples, { params: { reference }, body: {} })).data
}

/** Replaces what the lab knows of the patient. */
export async function saveClinicalRequest(
  reference: string,
  body: BodySent<typeof changeClinicalRequest>,
): Promise<void> {
  await call(changeClinicalRequest, { params: { reference }, body })
}

export async function collectOne({ reference }: LabOrder, { accession }: LabSpecimen): Promise<LabOrder> {
  return (await call(collectSamples, { params: { reference }, body: { accessions: [accession] } })).data
}

/** Receives specimens one after the other. */
export async function receive(specimens: readonly LabSpecimen[]): Promise<LabOrder | null> {
  let order: LabOrder | null = null
  for (const { accession } of specimens) order = (await call(receiveSample, { params: { accession } })).data
  return order
}

export async function reject(
  { accession }: LabSpecimen,
  reason: RejectionReason,
  note: string,
): Promise<LabOrder> {
  const body = { reason, note: note.trim() === '' ? null : note.trim() }
  return (await call(rejectSample, { params: { accession }, body })).data
}

/** Saves the labels of an order, or of one of its specimens, as a PDF. */
export async function saveLabels(
  reference: string,
  layout: 'single' | 'sheet',
  accession?: string,
): Promise<void> {
  await saveFile(downloadLabels, { reference }, { layout, ...(accession && { accession }) })
}
