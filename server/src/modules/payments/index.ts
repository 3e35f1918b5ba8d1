export { assertTakesPayment, creditAtStart, openCheckout, type Payer, startPayment } from './attempts.ts'
export { closeCase } from './cases/close.ts'
export { sidesOf } from './cases/sides.ts'
export { caseWords } from './cases/words.ts'
export { openChecks } from './check/checks.ts'
export { closeOrders } from './closing.ts'
export { answerDispute } from './disputes/answer.ts'
export { catchUp, expireUnpaidOrders, paymentJobs, settleSilentPayments } from './jobs.ts'
export { askedToPay, type LinkRow, lastRecipient, newestLink, shareById } from './link-repository.ts'
export {
  assertOpen,
  ensureLink,
  type LinkMaker,
  linkByToken,
  linkUrl,
  makeLink,
  renewLink,
  shareLink,
  stateAt,
  stopLink,
} from './links.ts'
export { readMoney } from './order-money.ts'
export { openPaystack, type Paystack, type Provider } from './paystack/paystack.ts'
export { attemptsPerHour, attemptsPerLink, linkLife } from './policy.ts'
export { presentChecked } from './present.ts'
export { type Copy, hasLinkReceipt, printReceipt } from './receipts/receipts.ts'
export { openReceiptRenderer, type ReceiptRenderer } from './receipts/renderer.ts'
export { receiptRoutes } from './receipts/routes.ts'
export { reconcileDay } from './reconciliation/reconcile.ts'
export { watchMoney } from './reconciliation/watch.ts'
export { giveBankDetails } from './refund-exceptions/details.ts'
export { returnKeptFee } from './refund-exceptions/fee.ts'
export { creditFailed } from './refund-exceptions/outside.ts'
export { recordRefundOutside, recordReturnOutside } from './refund-exceptions/record.ts'
export { cancelBooking } from './refunds/cancel.ts'
export { releaseEarning } from './refunds/earning.ts'
export { refundPart } from './refunds/part.ts'
export { releaseHeld } from './refunds/release.ts'
export { type RefundRow, refundById, refundsOfOrder, refundsOfPayment } from './refunds/repository.ts'
export { requestRefund } from './refunds/request.ts'
export { retryFailedRefunds, retryRefund } from './refunds/retry.ts'
export { returnUnusedFee } from './refunds/unused-fee.ts'
export { countStarted, type PaymentRow, paymentById, paymentByReference, paymentsOf } from './repository.ts'
export { paymentRoutes } from './routes.ts'
export { settle } from './settle.ts'
export { webhookRoutes } from './webhook/routes.ts'
