import {
  answerDispute,
  cancelOrderFor,
  closeCase,
  creditRefund,
  giveBankDetails,
  giveUpSamplesFor,
  listBanks,
  listCases,
  listReconciliations,
  type MoneyCase,
  recordRefundReturn,
  recordReturn,
  refundPayment,
  releasePayment,
  retryRefund,
  returnKeptFee,
} from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { Filled } from './policy.ts'

export type CaseState = 'open' | 'closed'

/** One page of the cases. Open cases are reloaded every minute, because another operator may be working on them. */
export function useCases(state: CaseState, page: number) {
  return useQuery({
    queryKey: ['cases', state, page],
    queryFn: ({ signal }) => call(listCases, { query: { state, page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: state === 'open' ? 60_000 : false,
  })
}

/** One page of the days whose money was reconciled with Paystack's lists. */
export function useReconciliations(page: number) {
  return useQuery({
    queryKey: ['reconciliations', page],
    queryFn: ({ signal }) => call(listReconciliations, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Refunds the rest of a payment to its payer. The key of the case makes repeated calls refund once. */
export async function giveBack({ id, payment }: MoneyCase, reason: string): Promise<void> {
  await call(refundPayment, {
    params: { reference: payment ?? '' },
    body: { reason, key: `case-${id}` },
  })
}

/** Retries one refund that failed for good, and no other refund of its payment. */
export async function retry({ subject }: MoneyCase): Promise<void> {
  await call(retryRefund, { params: { id: subject }, body: {} })
}

/** Turns a failed refund into credit of the account that booked. */
export async function credit({ subject }: MoneyCase): Promise<void> {
  await call(creditRefund, { params: { id: subject }, body: {} })
}

/** The banks to which Paystack can send a refund. */
export function useBanks() {
  return useQuery({
    queryKey: ['banks'],
    queryFn: async ({ signal }) => (await call(listBanks, { signal })).data,
    staleTime: 60 * 60_000,
  })
}

/** Gives Paystack the payer's bank account for a refund. */
export async function bankDetails({ subject }: MoneyCase, filled: Filled): Promise<void> {
  const { bankId, accountNumber } = filled
  await call(giveBankDetails, { params: { id: subject }, body: { bankId, accountNumber } })
}

/** Records that money was returned outside our system: for the failed refund, or for the payment of the case. */
export async function returnedOutside(found: MoneyCase, filled: Filled, note: string): Promise<void> {
  const { through, reference } = filled
  const body = { through, reference, note }
  if (found.kind === 'refund_failed') {
    await call(recordRefundReturn, { params: { id: found.subject }, body })
    return
  }
  const part = found.kind === 'refund_unknown' && found.amount !== null ? { amount: found.amount } : {}
  await call(recordReturn, { params: { reference: found.payment ?? '' }, body: { ...body, ...part } })
}

/** Performs an operator's act by the number of an order or a payment. */
export async function actByNumber(
  act: string,
  number: string,
  filled: Filled,
  reason: string,
): Promise<void> {
  const params = { reference: number }
  const { onBehalfOf, through, reference } = filled
  if (act === 'cancel_booking') await call(cancelOrderFor, { params, body: { onBehalfOf, reason } })
  else if (act === 'give_up_samples') await giveUp(number, reason)
  else if (act === 'kept_fee') await call(returnKeptFee, { params, body: { reason } })
  else await call(recordReturn, { params, body: { through, reference, note: reason } })
}

/** Cancels the booking of a case, on behalf of its lab or of Labalaba. */
export async function cancelBooking(found: MoneyCase, filled: Filled, reason: string): Promise<void> {
  const { onBehalfOf } = filled
  await call(cancelOrderFor, {
    params: { reference: found.orderReference ?? found.subject },
    body: { onBehalfOf, reason },
  })
}

/** Gives up the outstanding specimens on behalf of the account that booked. */
export async function giveUp(reference: string, reason: string): Promise<void> {
  await call(giveUpSamplesFor, { params: { reference }, body: { reason } })
}

/** Lets a held payment pay its order. */
export async function release({ payment }: MoneyCase): Promise<void> {
  await call(releasePayment, { params: { reference: payment ?? '' }, body: {} })
}

/** Answers a dispute of the payer's bank. */
export async function answer(
  { subject }: MoneyCase,
  resolution: Filled['resolution'],
  message: string,
): Promise<void> {
  await call(answerDispute, { params: { id: subject }, body: { resolution, message } })
}

/** Closes a case with a note of what was done. */
export async function close({ id }: MoneyCase, note: string): Promise<void> {
  await call(closeCase, { params: { id: String(id) }, body: { note } })
}
