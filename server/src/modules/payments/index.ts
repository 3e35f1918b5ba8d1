export { assertTakesPayment, creditAtStart, openCheckout, type Payer, startPayment } from './attempts.ts'
export { releaseHeld } from './capture.ts'
export { closeCase } from './cases/acts.ts'
export { sidesOf } from './cases/sides.ts'
export { caseWords } from './cases/words.ts'
export { openChecks } from './checks.ts'
export { closeOrders } from './closing.ts'
export { answerDispute } from './disputes/answer.ts'
export { catchUp, expireUnpaidOrders, paymentJobs, settleSilentPayments } from './jobs.ts'
export { type LinkRow, lastRecipient, linkRecipients, newestLink, shareById } from './link-repository.ts'
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
export { presentChecked, readMoney } from './order-money.ts'
export { exposeBudget, exposePaystack } from './paystack/metrics.ts'
export {
  type MaybeProvider,
  openConfiguredPaystack,
  openPaystack,
  type Paystack,
  type Provider,
} from './paystack/paystack.ts'
export { attemptsPerHour, attemptsPerLink, linkLife } from './policy.ts'
export {
  type Copy,
  hasLinkReceipt,
  openReceiptRenderer,
  printReceipt,
  type ReceiptRenderer,
  receiptRoutes,
} from './receipts/receipts.ts'
export { busiestReceiptDay, skipReceiptNumbers } from './receipts/repository.ts'
export { reconcileDay } from './reconciliation/reconcile.ts'
export { openRestoreCase } from './reconciliation/restore-case.ts'
export { findingsOf } from './reconciliation/restore-repository.ts'
export { watchMoney } from './reconciliation/watch.ts'
export { cancelBooking, requestRefund } from './refunds/cancel.ts'
export { releaseEarning } from './refunds/earning.ts'
export { creditFailed, giveBankDetails, retryFailedRefunds, retryRefund } from './refunds/failed.ts'
export { recordRefundOutside, recordReturnOutside } from './refunds/outside.ts'
export { refundPart, refundRetainedFee, refundUnusedFee } from './refunds/part.ts'
export { type RefundRow, refundById, refundsOfOrder, refundsOfPayment } from './refunds/repository.ts'
export { countStarted, type PaymentRow, paymentById, paymentByReference, paymentsOf } from './repository.ts'
export { paymentRoutes } from './routes.ts'
export { settle } from './settle.ts'
export { reduceOldBodies } from './webhook/reduce-bodies.ts'
export { webhookRoutes } from './webhook/webhooks.ts'
