import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { granted, invalid } from '../envelope.ts'
import { isRecord, readInstant, readPage } from '../input.ts'
import { transactionById } from '../transaction/repository.ts'
import { readAnswer, readEvidence } from './answers.ts'
import { disputeObject } from './dispute-object.ts'
import { addEvidence, answerDispute, disputeNotFound, transactionOf } from './disputes.ts'
import type { Dispute } from './repository.ts'
import { disputeById, disputeStatuses, listDisputes, oneOf } from './repository.ts'
import { offerUpload } from './uploads.ts'

type ById = { Params: { id: string } }

/** List, fetch, answer and document disputes (section 1.14). */
export function disputeRoutes(api: FastifyInstance, context: Context): void {
  const shown = (dispute: Dispute) => disputeObject(context, dispute, transactionOf(context, dispute))

  api.get('/dispute', (request) => {
    const query = isRecord(request.query) ? request.query : {}
    const page = readPage(query)
    const { disputes, total } = listDisputes(context, readFilter(context, query), page)
    const meta = { total, ...page, pageCount: Math.ceil(total / page.perPage) }
    return granted('Disputes retrieved', disputes.map(shown), meta)
  })

  api.get<ById>('/dispute/:id', (request) =>
    granted('Dispute retrieved', shown(known(context, request.params.id))),
  )

  api.put<ById>('/dispute/:id/resolve', (request) => {
    const dispute = answerDispute(context, request.params.id, readAnswer(request.body))
    return granted('Dispute successfully resolved', shown(dispute))
  })

  // 201, as the published description of the API says (section 1.2).
  api.post<ById>('/dispute/:id/evidence', (request, reply) => {
    const { evidence } = addEvidence(context, request.params.id, readEvidence(request.body))
    return reply.code(201).send(granted('Evidence created', JSON.parse(evidence ?? 'null')))
  })

  api.get<ById>('/dispute/:id/upload_url', (request) => {
    const dispute = known(context, request.params.id)
    const query = isRecord(request.query) ? request.query : {}
    const offered = offerUpload(context, dispute, query.upload_filename, request.host)
    return granted('Upload url generated', offered)
  })
}

function known(context: Context, id: string): Dispute {
  const dispute = disputeById(context, id)
  if (!dispute) throw disputeNotFound()
  return dispute
}

function readFilter(context: Context, query: Record<string, unknown>) {
  const { transaction } = query
  const wanted = transaction === undefined || transaction === '' ? null : String(transaction)
  const given = query.status === undefined || query.status === '' ? null : query.status
  const status = given === null ? null : oneOf(disputeStatuses, given)
  if (given !== null && status === null) {
    throw invalid('Invalid status', 'invalid_params', `Send one of: ${disputeStatuses.join(', ')}`)
  }
  return {
    // An unknown transaction has no disputes: id 0 matches nothing.
    transactionId: wanted === null ? null : (transactionById(context, wanted)?.id ?? 0),
    status,
    from: readInstant(query, 'from'),
    to: readInstant(query, 'to'),
  }
}
