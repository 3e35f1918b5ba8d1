import { linkOrder, listOrders, type Order, payOrder, readOrder } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** One page of the account's orders, newest first. The page before stays in sight until the next has come. */
export function useOrders(page: number) {
  return useQuery({
    queryKey: ['orders', page],
    queryFn: ({ signal }) => call(listOrders, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
}

/** One order. While a payment of it is with the bank, it is read again now and then. */
export function useOrder(reference: string) {
  return useQuery({
    queryKey: ['order', reference],
    queryFn: ({ signal }) => call(readOrder, { params: { reference }, signal }),
    staleTime: 5_000,
    refetchInterval: ({ state }) => (state.data && isBeingPaid(state.data.data) ? 20_000 : false),
  })
}

/** A payment has been started and its end is not known. */
function isBeingPaid(order: Order): boolean {
  return order.state === 'awaiting_payment' && order.payments.some((one) => one.state === 'started')
}

/** Starts another payment of an order; answers where to pay. */
export async function startPayment(reference: string): Promise<string> {
  const { data } = await call(payOrder, { params: { reference }, body: {} })
  return data.redirecturl
}

/** The active payment link of an order; makes one where there is none. */
export async function readyLink(reference: string, showTests: boolean) {
  const { data } = await call(linkOrder, { params: { reference }, body: { showTests } })
  return data
}

/** True where the account has no such order. */
export function isUnknownOrder(failure: unknown): boolean {
  return failure instanceof ApiFailure && (failure.status === 404 || failure.status === 400)
}
