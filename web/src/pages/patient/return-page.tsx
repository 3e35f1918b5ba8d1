import { useEffect } from 'react'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/payments.ts'
import { NextSteps } from '../../features/orders/next-steps.tsx'
import { waitsForChoice } from '../../features/orders/policy.ts'
import {
  AfterPayment,
  AlreadyPaid,
  LeftUnpaid,
  PaymentUnknown,
} from '../../features/payments/after-payment.tsx'
import { Checking } from '../../features/payments/checking.tsx'
import { paymentStatus } from '../../features/payments/policy.ts'
import { useOrderBehind, usePaymentCheck } from '../../features/payments/queries.ts'
import { isOffline, isUnknown } from '../../lib/api.ts'
import { forgetDraft } from '../../lib/draft.ts'
import { useSignedIn, useTitle } from '../../lib/hooks.ts'
import { emptyDoneCart, orderBeingPaid } from '../../lib/payment-departure.ts'

/** The cart is cleared once its payment has arrived, and not before: a failed payment preserves everything. */
function useEmptyCartWhen(settled: boolean): void {
  useEffect(() => {
    if (settled && emptyDoneCart()) forgetDraft()
  }, [settled])
}

/** The page to which the payment page redirects. Works without a session, and shows only the state and the amount. */
export function PaymentReturnPage() {
  useTitle(copy.returnTitle)
  const signedIn = useSignedIn()
  const [address] = useSearchParams()
  const reference = address.get('reference') ?? address.get('trxref') ?? ''
  const check = usePaymentCheck(reference)
  const payment = check.data?.data
  const standing = payment ? paymentStatus(payment.state) : 'checking'
  useEmptyCartWhen(standing === 'settled')

  const left = orderBeingPaid()
  const leftUnpaid = payment !== undefined && standing === 'checking' && address.get('cancelled') === '1'
  const known = signedIn && (standing !== 'checking' || leftUnpaid || payment?.paidByAnother) ? left : ''
  const behind = useOrderBehind(known).data?.data
  // The tab may have left for another order since: only the order of this payment is shown.
  const order = behind?.payments.some((one) => one.reference === reference) ? behind : undefined

  if (reference === '' || isUnknown(check.error)) return <PaymentUnknown signedIn={signedIn} />
  return (
    <div className="column space-y-6 py-6 md:py-8">
      {payment && standing !== 'checking' ? (
        <AfterPayment
          payment={payment}
          order={order?.reference ?? ''}
          signedIn={signedIn}
          next={order ? <NextSteps order={order} /> : undefined}
          late={order !== undefined && waitsForChoice(order)}
        />
      ) : payment?.paidByAnother ? (
        <AlreadyPaid order={order?.reference ?? ''} signedIn={signedIn} />
      ) : leftUnpaid ? (
        <LeftUnpaid order={order?.reference ?? ''} signedIn={signedIn} />
      ) : (
        <Checking
          amount={payment?.amount ?? null}
          resting={check.resting}
          offline={isOffline(check.error)}
          onAgain={check.again}
        />
      )}
    </div>
  )
}
