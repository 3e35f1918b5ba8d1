import {
  type Attributes,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { correlate, currentCorrelation } from './correlation.ts'
import type { Log } from './log.ts'

/** Where traces go, from the standard settings of OpenTelemetry. */
export type TracingSettings = {
  /** The address of the collector, to which `/v1/traces` is added. */
  readonly endpoint: string
  /** Headers of each call to the collector, such as a token. Secret. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number
}

/** Names and numbers of a span: fixed words of the program, never input, an address, a value of a statement or a token. */
export type SpanFacts = Attributes

export type Kind = keyof typeof kinds
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, job: SpanKind.CONSUMER } as const

/** The tracer of this process; null while traces are off, which costs one comparison for each span. */
let tracer: Tracer | null = null

/**
 * Turns traces on and returns how to end them, which sends what is left. The libraries are loaded here, so that a process
 * without traces pays nothing for them.
 */
export async function startTracing(
  settings: TracingSettings,
  log: Log,
  role: string,
): Promise<() => Promise<void>> {
  const { openExporter } = await import('./otlp.ts')
  const opened = openExporter(settings, log, role)
  tracer = opened.tracer
  return async () => {
    tracer = null
    await opened.close()
  }
}

/** Starts a span below `parent`, or a new trace. Undefined while traces are off. The caller ends it. */
export function startSpan(
  name: string,
  kind: Kind,
  attributes: SpanFacts,
  parent?: SpanContext,
): Span | undefined {
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  return tracer?.startSpan(name, { kind: kinds[kind], attributes, root: !parent }, context)
}

/**
 * Runs `act` in a span below the open one, or in a new trace. `act` may add what it learns. A failure marks the span with the
 * kind of error alone: its message may contain input.
 */
export async function inSpan<T>(
  { name, kind, attributes }: { readonly name: string; readonly kind: Kind; readonly attributes: SpanFacts },
  act: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!tracer) return await act(undefined)
  const outside = currentCorrelation()
  const span = startSpan(name, kind, attributes, outside?.span?.spanContext())
  try {
    return outside ? await correlate({ ...outside, span }, () => act(span)) : await act(span)
  } catch (error) {
    markFailed(span, error)
    throw error
  } finally {
    span?.end()
  }
}

/** Marks a span as failed, with the kind and the code of the error. */
export function markFailed(span: Span | undefined, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code).slice(0, 60) : undefined
  span?.setAttributes({
    'error.type': error instanceof Error ? error.name : 'unknown',
    ...(code && { 'labalaba.code': code }),
  })
  span?.setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * Runs one statement of the database in a span of the request or job that is traced; outside of both without one. The span
 * has the text with its placeholders and never a value; texts in quotes are taken out, in case one was not a placeholder.
 */
export function inStatementSpan<T>(text: string, act: () => Promise<T>): Promise<T> {
  if (!tracer || !currentCorrelation()?.span?.isRecording()) return act()
  const [operation = ''] = /^\w+/.exec(text.trimStart()) ?? []
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation.toUpperCase(),
    'db.query.text': text.replaceAll(/'(?:[^']|'')*'/g, "''").slice(0, 2_000),
  }
  return inSpan({ name: operation.toUpperCase() || 'statement', kind: 'client', attributes }, act)
}

/** Reads a W3C `traceparent`. Undefined if it is none. */
export function readTraceparent(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, traceId = '', spanId = '', flags = '00'] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header.trim()) ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}
