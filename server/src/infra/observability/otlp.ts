import type { Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { TracingSettings } from './tracing.ts'

/** The longest call to the collector, and the longest end of the process, in milliseconds. */
const longestCall = 10_000
const longestEnd = 3_000
/** Spans wait at most so long, in milliseconds, and so many wait; further ones are dropped. */
const waitingTime = 2_000
const mostWaiting = 4_096

/** Opens the sending of spans to a collector by OTLP over HTTP, as JSON. It never delays a request: spans are sent in batches. */
export function openExporter(
  { endpoint, headers, serviceName, share }: TracingSettings,
  log: Log,
  role: string,
): { readonly tracer: Tracer; close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: longestCall,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': `${role}-${process.pid}`,
    }),
    // A job is traced if its request was.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: 2_000, attributeCountLimit: 32 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, log),
        scheduledDelayMillis: waitingTime,
        exportTimeoutMillis: longestCall,
        maxQueueSize: mostWaiting,
      }),
    ],
  })
  return {
    tracer: provider.getTracer('labalaba'),
    async close() {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, longestEnd)
      await Promise.race([provider.shutdown().catch(() => {}), late.promise])
      clearTimeout(timer)
    },
  }
}

/** Logs when sending begins to fail and when it works again, once each. The collector's answer is not logged. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !isFailing)
          log.warn({ reason: result.error?.name }, 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT')
        if (!failed && isFailing) log.info('traces are sent again')
        isFailing = failed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => await exporter.forceFlush?.(),
  }
}
