import type { Tx } from './db.ts'
import { addJobs } from './infra/queue/jobs.ts'

/** A change to how an account logs in. */
export type LoginChange = 'second_factor_on' | 'second_factor_off' | 'passkey_added' | 'passkey_removed'

/** The events that modules publish. They carry references only, never text that a patient typed. */
export type Events = {
  'account.code_issued': { codeId: string }
  'account.registered_again': { accountId: number; noticeKey: string }
  'account.password_changed': { accountId: number; at: string; noticeKey: string }
  'account.many_failures': { accountId: number; noticeKey: string }
  'account.new_device': { accountId: number; browser: string; at: string; noticeKey: string }
  'account.login_changed': { accountId: number; change: LoginChange; noticeKey: string }
  'account.deleted': { accountId: number }
  'account.recovery_code_used': { accountId: number; noticeKey: string }
  'account.second_factor_reset': { accountId: number; noticeKey: string }
  'staff.invited': { staffId: string; noticeKey: string }
  'payment.settled': { paymentId: number; orderId: number }
  'payment.late': { paymentId: number }
  'order.visit_moved': { orderId: number; noticeKey: string }
  'order.day_closed': { orderId: number; day: string; noticeKey: string }
  'payment.held': { paymentId: number }
  'payment_link.shared': { shareId: number }
  'payment_link.closed': { orderId: number }
  'payment.refunded': { refundId: string }
  'payment.part_refunded': { refundId: string }
  'payment.refund_failed': { refundId: string }
  'payment.case_opened': { caseId: number }
  'order.cancelled': { orderId: number }
  'specimen.rejected': { specimenId: string }
  'order.samples_received': { orderId: number; noticeKey: string }
  'order.part_ready': { orderId: number; noticeKey: string }
  'order.results_ready': { orderId: number }
  'order.break_glass': { orderId: number; noticeKey: string }
  /**
   * isWhole: all results of the order are released now. partKey: the key of the notice about the first result of a day; null
   * if none is due. Bookers who may not know of the critical value get that usual notice.
   */
  'report.critical': { reportId: string; number: number; isWhole: boolean; partKey: string | null }
  'report.corrected': { reportId: string; number: number }
  'report.withdrawn': { reportId: string; number: number }
  'critical_call.overdue': { callId: number; noticeKey: string }
  'consent.asked_again': { orderId: number; noticeKey: string }
  'visit.set_off': { visitId: string; noticeKey: string }
  'visit.missed': { visitId: string; noticeKey: string }
  'visit.specimens_missed': { visitId: string }
  'order.specimens_cancelled': { orderId: number }
  'order.specimens_cancelled_by_operator': { orderId: number; noticeKey: string }
  'partner.applied': { applicationId: number }
  'licence.submitted': { licenceId: string }
  'licence.decided': { licenceId: string; act: string; noticeKey: string }
  'licence.renewal_due': { licenceId: string; noticeKey: string }
}

/** The jobs that each event queues. */
const subscribers: { readonly [E in keyof Events]: readonly string[] } = {
  'account.code_issued': ['mail-code'],
  'account.registered_again': ['mail-registered-again'],
  'account.password_changed': ['mail-password-changed', 'drop-phones', 'stop-shares'],
  'account.many_failures': ['mail-many-failures'],
  'account.new_device': ['mail-new-device'],
  'account.login_changed': ['mail-login-changed'],
  'account.deleted': ['mail-account-deleted'],
  'account.recovery_code_used': ['mail-recovery-code-used'],
  'account.second_factor_reset': ['mail-second-factor-reset'],
  'staff.invited': ['mail-invitation'],
  'payment.settled': [
    'mail-patient',
    'mail-payer',
    'mail-lab',
    'mail-operator',
    'mail-consent',
    'follow-order',
  ],
  'payment.late': ['mail-late-owner'],
  'order.visit_moved': ['mail-moved-patient', 'mail-moved-lab', 'follow-order'],
  'order.day_closed': ['mail-day-closed'],
  'payment.held': ['mail-held-payer'],
  'payment_link.shared': ['mail-payment-link'],
  'payment_link.closed': ['mail-link-closed'],
  'payment.refunded': ['mail-refunded'],
  'payment.part_refunded': ['mail-part-refunded'],
  'payment.refund_failed': ['mail-refund-failed'],
  'payment.case_opened': ['mail-case'],
  'order.cancelled': ['mail-cancelled-patient', 'mail-cancelled-lab', 'follow-order'],
  'specimen.rejected': ['mail-sample-rejected'],
  'order.samples_received': ['mail-sample-received'],
  'order.part_ready': ['mail-part-ready'],
  'order.results_ready': ['mail-result-ready'],
  'order.break_glass': ['mail-break-glass'],
  'report.critical': ['mail-critical-result'],
  'report.corrected': ['mail-result-corrected'],
  'report.withdrawn': ['mail-result-withdrawn'],
  'critical_call.overdue': ['mail-call-overdue'],
  'consent.asked_again': ['mail-consent'],
  'visit.set_off': ['mail-on-the-way'],
  'visit.missed': ['mail-visit-missed'],
  'visit.specimens_missed': ['mail-specimens-missed'],
  'order.specimens_cancelled': ['follow-order'],
  'order.specimens_cancelled_by_operator': ['mail-given-up'],
  'partner.applied': ['mail-application-operator', 'mail-application-receipt'],
  'licence.submitted': ['mail-licence-operator'],
  'licence.decided': ['mail-licence-decided', 'follow-licence'],
  'licence.renewal_due': ['mail-licence-renewal'],
}

/** Publishes an event in the caller's transaction: queues a job for each subscriber. A rollback removes the jobs too. */
export async function publish<E extends keyof Events>(tx: Tx, event: E, payload: Events[E]): Promise<void> {
  await addJobs(tx, subscribers[event], payload)
}
