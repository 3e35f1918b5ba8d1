import type { Tx } from './db.ts'
import { addJob } from './platform/jobs.ts'

/** What the slices announce, and what each piece of news carries: references only, never what a patient typed. */
export type News = {
  'account.code_issued': { codeId: string }
  'account.registered_again': { accountId: number; noticeKey: string }
  'account.password_changed': { accountId: number; noticeKey: string }
  'account.many_failures': { accountId: number; noticeKey: string }
  'account.deleted': { accountId: number }
  'payment.settled': { paymentId: number }
  'payment.held': { paymentId: number }
  'payment_link.shared': { shareId: number }
  'payment.refunded': { paymentId: number }
  'payment.refund_stuck': { paymentId: number }
  'partner.applied': { applicationId: number }
}

/** Which jobs hear which news. */
const hearers: { readonly [N in keyof News]: readonly string[] } = {
  'account.code_issued': ['mail-code'],
  'account.registered_again': ['mail-registered-again'],
  'account.password_changed': ['mail-password-changed'],
  'account.many_failures': ['mail-many-failures'],
  'account.deleted': ['mail-account-deleted'],
  'payment.settled': ['mail-patient', 'mail-payer', 'mail-lab', 'mail-operator'],
  'payment.held': ['mail-held-operator', 'mail-held-payer'],
  'payment_link.shared': ['mail-payment-link'],
  'payment.refunded': ['mail-refunded'],
  'payment.refund_stuck': ['mail-refund-stuck'],
  'partner.applied': ['mail-application-operator', 'mail-application-receipt'],
}

/** Tells who listens, inside the caller's transaction: each hearer gets a job of its own, or nobody hears. */
export async function announce<N extends keyof News>(tx: Tx, news: N, payload: News[N]): Promise<void> {
  for (const job of hearers[news]) await addJob(tx, job, payload)
}
