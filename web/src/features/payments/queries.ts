import { checkPayment, payByLink, readOrder, readPaymentLink, sharePaymentUrl } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, isUnknown } from '../../lib/api.ts'
import type { LinkedOrder } from './link-dialog.tsx'
import { nextCheck, paymentStatus } from './policy.ts'

/** What a payer sees before paying. */
export function usePaymentLink(token: string) {
  return useQuery({
    queryKey: ['payment-link', token],
    queryFn: ({ signal }) => call(readPaymentLink, { params: { token }, signal }),
  })
}

/** Starts a payment attempt by a link; returns the URL of the payment page. */
export async function startByLink(token: string, email: string): Promise<string> {
  const body = email.trim() === '' ? {} : { email: email.trim() }
  const { data } = await call(payByLink, { params: { token }, body })
  return data.redirecturl
}

/** Mails an order's payment link. */
export async function sendLink(order: LinkedOrder, email: string, phone: string): Promise<void> {
  await call(sharePaymentUrl, {
    body: {
      url: order.link.url,
      email: email.trim(),
      patient_name: order.patientName,
      phone,
      orderSummary: {
        orderId: order.reference,
        tests: order.tests,
        lab: order.lab,
        location: order.location,
        total_amount: String(order.total),
      },
      showTests: order.showTests,
    },
  })
}

/**
 * Checks an attempt immediately, then at growing intervals while it is undecided, and pauses after about two minutes. It
 * also checks whenever the page becomes visible again.
 */
export function usePaymentCheck(reference: string) {
  const [turn, setTurn] = useState({ round: 1, checked: 1 })
  const check = useQuery({
    queryKey: ['payment-check', reference, turn.round, turn.checked],
    queryFn: ({ signal }) => call(checkPayment, { params: { reference }, body: {}, signal }),
    enabled: reference !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  })
  const answered = !check.isFetching && (check.isSuccess || check.isError)
  const open = check.data ? paymentStatus(check.data.data.state) === 'checking' : !isUnknown(check.error)
  const wait = nextCheck(turn.checked)
  useEffect(() => {
    if (!answered || !open || wait === null) return
    const timer = setTimeout(() => setTurn({ ...turn, checked: turn.checked + 1 }), wait)
    return () => clearTimeout(timer)
  }, [answered, open, wait, turn])
  return {
    ...check,
    /** Enough checks for now. */
    resting: answered && open && wait === null,
    again: () => setTurn({ round: turn.round + 1, checked: 1 }),
  }
}

/** The order behind a payment, for its owner only. */
export function useOrderBehind(reference: string) {
  return useQuery({
    queryKey: ['order', reference],
    queryFn: ({ signal }) => call(readOrder, { params: { reference }, signal }),
    enabled: reference !== '',
    staleTime: 0,
  })
}
