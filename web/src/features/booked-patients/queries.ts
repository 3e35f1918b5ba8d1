import {
  askConsentAgain,
  type KeptDraft,
  listPatients,
  readBookingDraft,
  readOrder,
  saveBookingDraft,
} from '@labalaba/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { cartItems, fillCart } from '../../lib/cart.ts'
import { forgetDraft } from '../../lib/draft.ts'
import { bookingAgain } from './policy.ts'

/** The patients that match a search, page by page. */
export function usePatients(q: string) {
  return useInfiniteQuery({
    queryKey: ['patients', q],
    queryFn: ({ pageParam, signal }) =>
      call(listPatients, { body: { q, after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.next,
    placeholderData: keepPreviousData,
  })
}

export async function askAgain(reference: string): Promise<void> {
  await call(askConsentAgain, { params: { reference } })
}

/** What a new booking would replace: the number of tests in the cart, and the half-filled booking. */
export type InTheWay = { readonly inCart: number; readonly draft: KeptDraft | null }

export async function inTheWay(): Promise<InTheWay> {
  const { draft } = (await call(readBookingDraft)).data
  return { inCart: cartItems().length, draft }
}

/**
 * Starts a new booking with the tests of an order. The patient's details are saved in the draft on the server, not in the
 * browser. Replaces the existing draft and cart. Returns false if the cart cannot be stored.
 */
export async function bookAgain(reference: string, { draft }: InTheWay): Promise<boolean> {
  const { data: order } = await call(readOrder, { params: { reference } })
  const { answers, lab, tests } = bookingAgain(order)
  forgetDraft()
  await call(saveBookingDraft, { body: { answers, lab, tests, basedOn: draft?.version ?? null } })
  return fillCart(lab, tests).ok
}
