import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** The request to which the running code belongs, also if it is a job that the request queued. */
export type Correlation = {
  /** The number that the request's answer, its log lines and its jobs share. Customers read it to support. */
  readonly requestId: string
  /** The kind of the running job. */
  readonly job?: string
  /** The span that is open, while the request is traced. */
  readonly span?: Span | undefined
}

/** What a queued job remembers of the request that queued it, as JSON. */
export type Origin = {
  readonly request: string
  /** The open span as W3C `traceparent`. */
  readonly trace?: string
}

const running = new AsyncLocalStorage<Correlation>()

/** The request or job of the running code; undefined outside both. */
export function currentCorrelation(): Correlation | undefined {
  return running.getStore()
}

/** Runs `act`, and everything that it starts, as a part of a request or job. */
export function correlate<T>(correlation: Correlation, act: () => T): T {
  return running.run(correlation, act)
}

/** The trace id of a sampled span: only such a trace can be found. */
export function traceIdOf(correlation: Correlation | undefined): string | undefined {
  const context = correlation?.span?.spanContext()
  return context && isSampled(context) ? context.traceId : undefined
}

/** What a job that is queued now remembers; undefined outside a request and a job. */
export function originOf(correlation: Correlation | undefined): Origin | undefined {
  if (!correlation) return undefined
  const context = correlation.span?.spanContext()
  return {
    request: correlation.requestId,
    ...(context && {
      trace: `00-${context.traceId}-${context.spanId}-${isSampled(context) ? '01' : '00'}`,
    }),
  }
}

/** Reads what a job remembers. Undefined if no request queued it. */
export function readOrigin(value: unknown): Origin | undefined {
  if (typeof value !== 'object' || value === null || !('request' in value)) return undefined
  const { request } = value
  if (typeof request !== 'string') return undefined
  return 'trace' in value && typeof value.trace === 'string' ? { request, trace: value.trace } : { request }
}

function isSampled({ traceFlags }: { readonly traceFlags: number }): boolean {
  return (traceFlags & 1) === 1
}
