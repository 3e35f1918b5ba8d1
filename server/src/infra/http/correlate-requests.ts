import { SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Correlation, correlate, traceIdOf } from '../observability/correlation.ts'
import { readTraceparent, startSpan } from '../observability/tracing.ts'

const correlations = new WeakMap<FastifyRequest, Correlation>()

/**
 * Makes each request a correlation for its whole life: log lines, statements, calls to Paystack and queued jobs have its
 * number. While traces are on, it is also a span, which names the route and never the address. A `traceparent` of the
 * outside counts only with `trustTraceparent`: strangers could otherwise choose the ids of our traces.
 */
export function correlateRequests(fastify: FastifyInstance, trustTraceparent: boolean): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const correlation = begin(request, reply, trustTraceparent)
    correlations.set(request, correlation)
    correlate(correlation, done)
  })
  // The body arrives in the turns of its connection, which belong to no request.
  fastify.addHook('preValidation', (request, _reply, done) => correlate(correlationOf(request), done))
  fastify.addHook('onResponse', (request, reply, done) => {
    const { span } = correlationOf(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    correlate(correlationOf(request), done)
  })
}

/** The correlation of a request; one without a span before its first hook. */
function correlationOf(request: FastifyRequest): Correlation {
  return correlations.get(request) ?? { requestId: request.id }
}

/** What an answer about a failure says, so that support finds the request, its log lines, its jobs and its trace. */
export function referenceOf(request: FastifyRequest): {
  readonly reference: string
  readonly traceId?: string
} {
  const traceId = traceIdOf(correlations.get(request))
  return { reference: request.id, ...(traceId && { traceId }) }
}

function begin(request: FastifyRequest, reply: FastifyReply, trustTraceparent: boolean): Correlation {
  const route = request.routeOptions.url ?? 'unknown'
  const span = startSpan(
    `${request.method} ${route}`,
    'server',
    {
      'http.request.method': request.method,
      'http.route': route,
      'labalaba.request_id': request.id,
    },
    trustTraceparent ? readTraceparent(request.headers.traceparent) : undefined,
  )
  // A client that hangs up gets no response, and its span must end too.
  if (span) reply.raw.once('close', () => span.isRecording() && span.end())
  return { requestId: request.id, span }
}
