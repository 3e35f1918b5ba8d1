import { formatNaira, type Kobo, kobo } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { addFound, closeCaseAbout, openCase } from '../../cases/index.ts'
import { orderById } from '../../orders/index.ts'
import type { Provider, ProviderDispute, Span } from '../paystack/paystack.ts'
import { checkRefundsOfPaymentNow, refundsOfPayment } from '../refunds/repository.ts'
import * as payments from '../repository.ts'
import { settle } from '../settle.ts'
import { type Evidence, gatherEvidence } from './evidence.ts'
import { bookLost } from './lost.ts'
import * as repository from './repository.ts'

/** How long a merchant in Nigeria has to respond, in milliseconds, if Paystack gives no deadline. */
const timeToAnswer = 16 * 60 * 60 * 1000

/** The outcome of a dispute: only a resolved one has a winner. */
export function endOf({ status, resolution }: Pick<ProviderDispute, 'status' | 'resolution'>) {
  if (status !== 'resolved') return 'open'
  return resolution === 'declined' ? 'won' : 'lost'
}

/**
 * Records a dispute that a webhook names, after querying Paystack: the content of a webhook is never trusted. Returns the
 * outcome; throws if Paystack does not respond. Safe to repeat.
 */
export async function recordDispute(
  provider: Provider,
  disputeId: string,
): Promise<'applied' | 'unknown_reference' | 'mismatch'> {
  const truth = await provider.paystack.dispute(disputeId)
  if (truth.kind === 'unknown') throw new Error('Paystack did not answer about a dispute; we ask again later')
  if (truth.kind === 'no') return 'unknown_reference'
  if (truth.value.domain !== provider.paystack.domain) return 'mismatch'
  await storeDispute(provider, truth.value)
  return 'applied'
}

/**
 * Finds the disputes that no webhook announced, and updates open ones. Returns false if Paystack did not respond about all.
 */
export async function reconcileDisputes(provider: Provider, { from, to }: Span): Promise<boolean> {
  const { db, paystack } = provider
  const listedIds = new Set<string>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const listed = await paystack.disputes({ from, to, page })
    if (listed.kind !== 'yes') return false
    for (const dispute of listed.value.disputes.filter(({ domain }) => domain === paystack.domain)) {
      await storeDispute(provider, dispute)
      listedIds.add(dispute.id)
    }
    pages = listed.value.pages
  }
  for (const { provider_id: id } of await repository.openDisputes(db)) {
    if (listedIds.has(id)) continue
    const truth = await paystack.dispute(id)
    if (truth.kind === 'unknown') return false
    if (truth.kind === 'yes') await storeDispute(provider, truth.value)
  }
  return true
}

/**
 * Stores a dispute as Paystack has it now. A new one opens a case with its deadline and our evidence; a lost one is booked,
 * once; an ended one closes its case.
 */
export async function storeDispute(
  provider: Provider,
  dispute: ProviderDispute,
): Promise<repository.DisputeRow> {
  const { db, clock } = provider
  const seen = await payments.paymentByReference(db, dispute.reference)
  const before = await repository.disputeByProviderId(db, dispute.id)
  const evidence = before ? {} : await evidenceFor(db, seen)
  const stored = await db.transaction().execute(async (tx) => {
    const locked = seen ? await payments.lockOrderAndPayment(tx, seen) : null
    const row = await repository.upsertDispute(tx, {
      provider_id: dispute.id,
      payment_id: locked?.payment.id ?? null,
      transaction_reference: dispute.reference,
      amount_kobo: dispute.amount,
      category: dispute.category,
      status: dispute.status,
      resolution: dispute.resolution,
      due_at: dispute.dueAt ?? new Date(dispute.openedAt.getTime() + timeToAnswer),
      opened_at: dispute.openedAt,
      resolved_at: dispute.resolvedAt,
      evidence,
    })
    await bookEnd(tx, row, locked, clock.now())
    if (endOf(row) === 'open') await openDisputeCase(tx, row, locked?.order.reference ?? null, clock.now())
    return row
  })
  // We had not recorded this capture, and the bank may have taken only a part; settling books the rest.
  if (seen?.captured_kobo === null && endOf(stored) === 'lost') await settle(provider, seen.reference)
  return stored
}

async function evidenceFor(db: Db, payment: payments.PaymentRow | undefined): Promise<Evidence> {
  const order = payment && (await orderById(db, payment.order_id))
  return order ? await gatherEvidence(db, payment, order) : {}
}

async function openDisputeCase(
  tx: Tx,
  row: repository.DisputeRow,
  orderReference: string | null,
  now: Date,
): Promise<void> {
  const state = { theirs_state: row.status, theirs_amount: row.amount_kobo, theirs_category: row.category }
  const opened = await openCase(
    tx,
    {
      kind: 'dispute',
      subject: row.provider_id,
      orderReference,
      amount: row.amount_kobo,
      found: { payment: row.transaction_reference, ...state, ...evidenceOf(row) },
      dueAt: row.due_at,
    },
    now,
  )
  if (!opened) await addFound(tx, 'dispute', row.provider_id, state)
}

async function bookEnd(
  tx: Tx,
  row: repository.DisputeRow,
  about: payments.Locked | null,
  now: Date,
): Promise<void> {
  const end = endOf(row)
  if (end === 'open') return
  if (end === 'lost' && about) await bookLost(tx, row, about, now)
  // Its refunds waited for the end of the dispute.
  if (about) await checkRefundsOfPaymentNow(tx, about.payment.id, now)
  const twice = end === 'lost' && about ? await wentTwice(tx, row, about.payment) : 0
  const note =
    end === 'won'
      ? 'Won: the money stays with us.'
      : `Lost: the bank has taken the money (${row.resolution}).${twice > 0 ? twiceInWords(kobo(twice)) : ''}`
  await closeCaseAbout(tx, 'dispute', row.provider_id, note, now)
}

/** How much more was paid out than came in. A payer's bank does not know of our refunds as credit or from our own bank. */
async function wentTwice(tx: Tx, { amount_kobo }: repository.DisputeRow, payment: payments.PaymentRow) {
  // We refunded nothing of a capture that we had not recorded before the bank took it.
  if (payment.captured_kobo === null) return 0
  const went = (await refundsOfPayment(tx, payment.id))
    .filter(({ state, outside }) => state === 'processed' && outside !== 'dispute')
    .reduce((sum, refund) => sum + refund.amount_kobo, 0)
  return went + amount_kobo - payment.captured_kobo - payment.credit_kobo
}

function twiceInWords(amount: Kobo): string {
  return ` ${formatNaira(amount)} of it had already gone back: ask the payer for it.`
}

/** The evidence of a dispute, as it was gathered when the dispute was opened. */
export function evidenceOf({ evidence }: Pick<repository.DisputeRow, 'evidence'>): Evidence {
  return Object.fromEntries(Object.entries(Object(evidence)).map(([name, value]) => [name, String(value)]))
}
