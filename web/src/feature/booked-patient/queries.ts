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

/** The patients whom a search finds, a page after another. */
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

/** What another booking would take the place of: how many tests are in the cart, and the half-filled booking. */
export type InTheWay = { readonly inCart: number; readonly draft: KeptDraft | null }

export async function inTheWay(): Promise<InTheWay> {
  const { draft } = (await call(readBookingDraft)).data
  return { inCart: cartItems().length, draft }
}

/**
 * Begins a booking of the tests of an order anew, with the patient's details in the draft on the server, and in no storage
 * of the browser. What is in the way is given up. False where the cart cannot be kept.
 */
export async function bookAgain(reference: string, { draft }: InTheWay): Promise<boolean> {
  const { data: order } = await call(readOrder, { params: { reference } })
  const { answers, lab, tests } = bookingAgain(order)
  forgetDraft()
  await call(saveBookingDraft, { body: { answers, lab, tests, basedOn: draft?.version ?? null } })
  return fillCart(lab, tests).ok
}
