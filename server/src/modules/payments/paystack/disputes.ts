import type { Kobo } from '@labalaba/contract'
import { leavePlaceFor } from '../../../infra/http/concurrency-limiter.ts'
import type { Log } from '../../../infra/observability/log.ts'
import { type Outcome, putFile } from './call.ts'
import type { Call, Span } from './line.ts'
import { type ProviderDispute, pageOf, readDispute } from './reading.ts'

/** Our response to a dispute. Declining leaves the decision to the bank; accepting gives up `refundAmount` immediately. */
type DisputeAnswer = {
  readonly resolution: 'merchant-accepted' | 'declined'
  readonly message: string
  /** Zero if we decline. */
  readonly refundAmount: Kobo
  /** The name returned by `uploadEvidence`. */
  readonly uploadedFilename: string
}

/** Our evidence: times and places, never the name of a test or a result. */
type DisputeEvidence = {
  readonly customerEmail: string
  readonly customerName: string
  readonly customerPhone: string
  readonly serviceDetails: string
  readonly deliveryAddress?: string
  /** `YYYY-MM-DD`. */
  readonly deliveryDate?: string
}

export type DisputeCalls = {
  /** Disputes, newest first, 100 a page, from page 1. */
  disputes(
    asked: Span & { readonly page: number },
  ): Promise<Outcome<{ readonly disputes: readonly ProviderDispute[]; readonly pages: number }>>
  dispute(id: string): Promise<Outcome<ProviderDispute>>
  /** Returns a no if the dispute was answered already. */
  resolveDispute(id: string, answer: DisputeAnswer): Promise<Outcome<ProviderDispute>>
  giveEvidence(id: string, evidence: DisputeEvidence): Promise<Outcome<true>>
  /** Uploads a PDF to Paystack and returns the name by which Paystack knows it. */
  uploadEvidence(id: string, pdf: Uint8Array): Promise<Outcome<string>>
}

/** How long an upload may take, in seconds. */
const patienceForFiles = 30

/** The calls about disputes; they are due within hours, so they are more urgent than the nightly lists. */
export function disputeCalls(call: Call, log: Log): DisputeCalls {
  const at = (id: string) => `/dispute/${encodeURIComponent(id)}`
  return {
    async disputes({ from, to, page }) {
      const asked = { from: from.toISOString(), to: to.toISOString(), perPage: '100', page: String(page) }
      const outcome = await call(
        'GET',
        `/dispute?${new URLSearchParams(asked)}`,
        'later',
        pageOf(readDispute),
      )
      if (outcome.kind !== 'yes') return outcome
      const { rows, pages } = outcome.value
      return { kind: 'yes', value: { disputes: rows, pages } }
    },
    dispute: (id) => call('GET', at(id), 'soon', readDispute),
    resolveDispute: (id, { resolution, message, refundAmount, uploadedFilename }) =>
      call('PUT', `${at(id)}/resolve`, 'soon', readDispute, {
        resolution,
        message,
        refund_amount: refundAmount,
        uploaded_filename: uploadedFilename,
      }),
    giveEvidence: (id, evidence) =>
      call('POST', `${at(id)}/evidence`, 'soon', () => true, {
        customer_email: evidence.customerEmail,
        customer_name: evidence.customerName,
        customer_phone: evidence.customerPhone,
        service_details: evidence.serviceDetails,
        ...(evidence.deliveryAddress && { delivery_address: evidence.deliveryAddress }),
        ...(evidence.deliveryDate && { delivery_date: evidence.deliveryDate }),
      }),
    async uploadEvidence(id, pdf) {
      const offered = await call(
        'GET',
        `${at(id)}/upload_url?upload_filename=evidence.pdf`,
        'soon',
        readUpload,
      )
      if (offered.kind !== 'yes') return offered
      const { signedUrl, fileName } = offered.value
      const file = { bytes: pdf, type: 'application/pdf', seconds: patienceForFiles }
      if (!(await leavePlaceFor(() => putFile(log, signedUrl, file))))
        return { kind: 'unknown', why: 'not uploaded' }
      return { kind: 'yes', value: fileName }
    },
  }
}

function readUpload(data: unknown): { signedUrl: string; fileName: string } | null {
  if (typeof data !== 'object' || data === null) return null
  const { signedUrl, fileName }: { signedUrl?: unknown; fileName?: unknown } = data
  if (typeof signedUrl !== 'string' || typeof fileName !== 'string') return null
  return URL.canParse(signedUrl) && /^https?:/.test(signedUrl) ? { signedUrl, fileName } : null
}
