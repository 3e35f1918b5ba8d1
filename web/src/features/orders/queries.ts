import {
  answerLateMoney,
  cancelOrder,
  linkOrder,
  listOrders,
  moveVisit,
  payOrder,
  readOrder,
  renewLink,
  stopLink,
} from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { pollInterval } from './poll-interval.ts'

/** One page of the account's orders, newest first: all, or one person's. Shows the previous page while loading. */
export function useOrders(page: number, person: string | null) {
  return useQuery({
    queryKey: ['orders', page, person],
    queryFn: ({ signal }) => call(listOrders, { query: { page, ...(person && { person }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** One order. While it can change and the page is visible, it is reread at intervals and when its promise changes state. */
export function useOrder(reference: string) {
  return useQuery({
    queryKey: ['order', reference],
    queryFn: ({ signal }) => call(readOrder, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval({ state }) {
      const order = state.data?.data
      return order ? pollInterval(order) : false
    },
  })
}

/** Starts another payment attempt, with the account's credit if wanted; returns the URL of the payment page. */
export async function startPayment(reference: string, useCredit: boolean): Promise<string> {
  const body = useCredit ? { useCredit } : {}
  const { data } = await call(payOrder, { params: { reference }, body })
  return data.redirecturl
}

/** The active payment link of an order; creates one if there is none. */
export async function readyLink(reference: string, showTests: boolean) {
  const { data } = await call(linkOrder, { params: { reference }, body: { showTests } })
  return data
}

/** Replaces the active payment link with a new one. */
export async function freshLink(reference: string) {
  const { data } = await call(renewLink, { params: { reference }, body: { renew: true } })
  return data
}

/** Stops the active payment link; returns until when the order now waits. */
export async function stopOrderLink(reference: string): Promise<string> {
  const { data } = await call(stopLink, { params: { reference } })
  return data.expiresAt
}

/** Keeps the order as it is, although its payment came late. */
export async function keepLateOrder(reference: string): Promise<void> {
  await call(answerLateMoney, { params: { reference }, body: { choice: 'keep' } })
}

/** Chooses another time for the home visit of an order that was paid late. */
export async function moveOrderVisit(
  reference: string,
  { day, time }: { day: string; time: string },
): Promise<void> {
  await call(moveVisit, { params: { reference }, body: { date: day, time } })
}

/** Cancels a booking; its money is refunded to its source or becomes credit. */
export async function cancelBooking(reference: string, refundTo: 'source' | 'credit'): Promise<void> {
  await call(cancelOrder, { params: { reference }, body: { refundTo } })
}
