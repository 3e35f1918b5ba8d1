import {
  confirmPriceChange,
  downloadPrices,
  type LabPrice,
  listLabPrices,
  type PriceChange,
  type PriceShow,
  proposePercentage,
  proposePriceFile,
  type ReplyOf,
  readPriceChange,
  readPriceDesk,
  readPriceHistory,
  setLabPrice,
  withdrawPriceChange,
} from '@labalaba/contract'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'

/** The filters of the price list. */
export type Wanted = {
  readonly q: string
  readonly show: PriceShow
  readonly department: string
  readonly page: number
}

/** One page of the price list. The previous page stays visible until the next one arrives. */
export function usePrices(wanted: Wanted) {
  return useQuery({
    queryKey: ['lab-prices', wanted],
    queryFn: ({ signal }) => call(listLabPrices, { query: { ...wanted, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 3_000,
  })
}

/** The size of the list, the changes that wait for their day, and the last ones. */
export function usePriceDesk() {
  return useQuery({
    queryKey: ['lab-prices', 'desk'],
    queryFn: ({ signal }) => call(readPriceDesk, { signal }),
    staleTime: 3_000,
  })
}

/** One test of the list with its earlier prices. */
export function usePriceHistory(code: string) {
  return useQuery({
    queryKey: ['lab-prices', 'test', code],
    queryFn: ({ signal }) => call(readPriceHistory, { params: { code }, signal }),
    staleTime: 0,
  })
}

/** A change, with one page of its tests. */
export function usePriceChange(id: string, page: number) {
  return useQuery({
    queryKey: ['lab-prices', 'change', id, page],
    queryFn: ({ signal }) => call(readPriceChange, { params: { id }, query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 3_000,
  })
}

/** The list has changed: refetches the visible pages and drops the others from the cache. */
export function forgetPrices(cache: QueryClient): void {
  cache.removeQueries({ queryKey: ['lab-prices'], type: 'inactive' })
  void cache.invalidateQueries({ queryKey: ['lab-prices'] })
}

export type Terms = Pick<LabPrice, 'turnaroundHours' | 'atHome' | 'paused'> & { readonly price: number }

/** Reads a test's current terms in the list. */
export async function readPrice(code: string): Promise<LabPrice> {
  return (await call(readPriceHistory, { params: { code } })).data.test
}

/** The request body of a save: the test as it was seen, its new terms, and from when. */
export function saveBody({ price, turnaroundHours, atHome, paused }: LabPrice, terms: Terms, from: string) {
  const seen = price === null ? null : { price, turnaroundHours, atHome, paused }
  return { ...terms, seen, from: from || null }
}

/** Sets the terms of a test. The change is null if nothing differs. The same key applies it only once. */
export async function savePrice(
  code: string,
  key: string,
  body: ReturnType<typeof saveBody>,
): Promise<ReplyOf<typeof setLabPrice>> {
  return (await call(setLabPrice, { params: { code }, body: { ...body, key } })).data
}

/** True if the seen state is outdated. */
export function isSeenNoMore(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'price_list_changed'
}

export type FilePreview = ReplyOf<typeof proposePriceFile>

/** The preview of a file, or its errors. */
export async function previewFile(text: string): Promise<FilePreview> {
  return (await call(proposePriceFile, { body: { text } })).data
}

/** The preview of a percentage; null if it changes no price. */
export async function previewPercentage(percent: number, department: string): Promise<PriceChange | null> {
  return (await call(proposePercentage, { body: { percent, department: department || null } })).data.change
}

export async function confirmChange({ id }: PriceChange, from: string): Promise<PriceChange> {
  return (await call(confirmPriceChange, { params: { id }, body: { from: from || null } })).data
}

export async function withdrawChange({ id }: PriceChange): Promise<PriceChange> {
  return (await call(withdrawPriceChange, { params: { id } })).data
}

/** Saves the list as a CSV file. */
export async function savePrices(): Promise<void> {
  await saveFile(downloadPrices, null)
}

/** The text of a file as spreadsheets save it. Undecodable bytes become a character that the server recognises. */
export async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes).replaceAll('\0', '\uFFFD')
}
