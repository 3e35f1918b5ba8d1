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
import { untilAskedAgain } from './asked-again.ts'

/** One page of the account's orders, newest first: all, or those for one person. The page before stays in sight until the next has come. */
export function useOrders(page: number, person: string | null) {
  return useQuery({
    queryKey: ['orders', page, person],
    queryFn: ({ signal }) => call(listOrders, { query: { page, ...(person && { person }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** One order. While it goes on, and somebody sees the page, it is read again now and then, and when its promise stands otherwise. */
export function useOrder(reference: string) {
  return useQuery({
    queryKey: ['order', reference],
    queryFn: ({ signal }) => call(readOrder, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval({ state }) {
      const order = state.data?.data
      return order ? untilAskedAgain(order) : false
    },
  })
}

/** Starts another payment of an order, with the account's credit where that is wanted; answers where to pay. */
export async function startPayment(reference: string, useCredit: boolean): Promise<string> {
  const body = useCredit ? { useCredit } : {}
  const { data } = await call(payOrder, { params: { reference }, body })
  return data.redirecturl
}

/** The active payment link of an order; makes one where there is none. */
export async function readyLink(reference: string, showTests: boolean) {
  const { data } = await call(linkOrder, { params: { reference }, body: { showTests } })
  return data
}

/** Another payment link in the place of the one that is out. */
export async function freshLink(reference: string) {
  const { data } = await call(renewLink, { params: { reference }, body: { renew: true } })
  return data
}

/** Nobody can pay by the link that is out any more; answers until when the order waits now. */
export async function stopOrderLink(reference: string): Promise<string> {
  const { data } = await call(stopLink, { params: { reference } })
  return data.expiresAt
}

/** The order stands as it is, although its money came late. */
export async function keepLateOrder(reference: string): Promise<void> {
  await call(answerLateMoney, { params: { reference }, body: { choice: 'keep' } })
}

/** Another time for the home visit of an order whose money came late. */
export async function moveOrderVisit(
  reference: string,
  { day, time }: { day: string; time: string },
): Promise<void> {
  await call(moveVisit, { params: { reference }, body: { date: day, time } })
}

/** Cancels a booking; its money goes to where it came from, or becomes credit. */
export async function cancelBooking(reference: string, refundTo: 'source' | 'credit'): Promise<void> {
  await call(cancelOrder, { params: { reference }, body: { refundTo } })
}
