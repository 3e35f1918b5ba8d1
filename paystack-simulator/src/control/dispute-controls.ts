import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import { endDispute, openDispute, remindOf, transactionOf } from '../dispute/disputes.ts'
import type { Dispute } from '../dispute/repository.ts'
import { allDisputes } from '../dispute/repository.ts'
import { fileOf } from '../dispute/uploads.ts'
import { known, knownDispute } from './known.ts'
import { readDisputeOrder, readNothing, readResolution } from './requests.ts'

type ById = { Params: { id: string } }

/** Actions of the payer's bank (S-14). */
export function disputeControls(control: FastifyInstance, context: Context): void {
  control.get('/disputes', () => allDisputes(context).map((dispute) => disputeView(context, dispute)))

  control.post<{ Params: { reference: string } }>('/transactions/:reference/dispute', (request) => {
    const order = readDisputeOrder(request.body)
    const { reference } = known(context, request.params.reference)
    return disputeView(context, openDispute(context, reference, order))
  })

  control.post<ById>('/disputes/:id/resolve', (request) => {
    const resolution = readResolution(request.body)
    const dispute = knownDispute(context, request.params.id)
    return disputeView(context, endDispute(context, dispute, resolution))
  })

  control.get<ById>('/disputes/:id/file', (request, reply) => {
    const file = fileOf(context, knownDispute(context, request.params.id))
    return file ? reply.type(file.type).send(file.bytes) : reply.code(404).send({ error: 'no_file' })
  })

  control.post<ById>('/disputes/:id/remind', (request) => {
    readNothing(request.body)
    const dispute = knownDispute(context, request.params.id)
    remindOf(context, dispute)
    return disputeView(context, dispute)
  })
}

function disputeView(context: Context, dispute: Dispute): Record<string, unknown> {
  const { id, amount, currency, category, status, resolution, message, evidence } = dispute
  return {
    id,
    reference: transactionOf(context, dispute).reference,
    ...{ amount, currency, category, status, resolution, message },
    evidence: evidence === null ? null : JSON.parse(evidence),
    dueAt: isoTime(dispute.dueAt),
    createdAt: isoTime(dispute.createdAt),
    resolvedAt: isoTime(dispute.resolvedAt),
  }
}
