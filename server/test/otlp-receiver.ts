import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as it arrived, with its attributes as plain values. */
export type ReceivedSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly status: { readonly code?: number; readonly message?: string }
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
}

type Pair = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }
type Sent = Omit<ReceivedSpan, 'attributes' | 'resource'> & { readonly attributes?: readonly Pair[] }
type Body = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] }
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[]
  }[]
}

/** A collector for one test: it receives traces by OTLP over HTTP as JSON, and answers with `status`. */
export async function openOtlpReceiver() {
  const receiver = {
    url: '',
    status: 200,
    spans: [] as ReceivedSpan[],
    /** Every body as it came. */
    bodies: [] as string[],
    requests: [] as { readonly path: string; readonly authorization: string }[],
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  const server = createServer((request, response) => {
    receiver.requests.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
    })
    void json(request).then((body) => {
      if (receiver.status === 200) {
        receiver.bodies.push(JSON.stringify(body))
        receiver.spans.push(...spansOf(body as Body))
      }
      response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

function spansOf({ resourceSpans }: Body): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: plain(span.attributes ?? []),
        resource: plain(resource.attributes),
      })),
    ),
  )
}

/** OTLP writes each value as an object whose key is its type. */
function plain(pairs: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))
}
