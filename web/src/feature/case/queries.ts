import {
  answerDispute,
  closeCase,
  listCases,
  listReconciliations,
  type MoneyCase,
  refundPayment,
  releasePayment,
  retryRefund,
} from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type CaseState = 'open' | 'closed'

/** One page of the cases; the open ones are read again every minute, as another may be working on them. */
export function useCases(state: CaseState, page: number) {
  return useQuery({
    queryKey: ['cases', state, page],
    queryFn: ({ signal }) => call(listCases, { query: { state, page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: state === 'open' ? 60_000 : false,
  })
}

/** One page of the days whose money was compared with Paystack's lists. */
export function useReconciliations(page: number) {
  return useQuery({
    queryKey: ['reconciliations', page],
    queryFn: ({ signal }) => call(listReconciliations, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Gives all that is left of the payment back to whoever paid. A case gives it back once, however often this is asked. */
export async function giveBack({ id, payment }: MoneyCase, reason: string): Promise<void> {
  await call(refundPayment, {
    params: { reference: payment ?? '' },
    body: { reason, key: `case-${id}` },
  })
}

/** Tries a refund that failed for good again, and nothing else of its payment. */
export async function retry({ subject }: MoneyCase): Promise<void> {
  await call(retryRefund, { params: { id: subject }, body: {} })
}

/** Lets held money pay its order. */
export async function release({ payment }: MoneyCase): Promise<void> {
  await call(releasePayment, { params: { reference: payment ?? '' }, body: {} })
}

export type Resolution = 'merchant-accepted' | 'declined'

/** Answers the payer's bank. */
export async function answer({ subject }: MoneyCase, resolution: Resolution, message: string): Promise<void> {
  await call(answerDispute, { params: { id: subject }, body: { resolution, message } })
}

/** Closes a case with a note of what was done. */
export async function close({ id }: MoneyCase, note: string): Promise<void> {
  await call(closeCase, { params: { id: String(id) }, body: { note } })
}
