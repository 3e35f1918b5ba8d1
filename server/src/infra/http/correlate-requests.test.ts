import { afterEach, expect, test } from 'vitest'
import { openOtlpReceiver } from '../../../test/otlp-receiver.ts'
import { openLog } from '../observability/log.ts'
import { startTracing } from '../observability/tracing.ts'
import { openFastify } from './fastify.ts'

const log = openLog('silent')
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const strange = 'ab'.repeat(16)

/** Sends requests with a `traceparent` to a server, and returns the spans and answers. */
async function tracesOf(trustTraceparent: boolean, ...paths: string[]) {
  const receiver = await openOtlpReceiver()
  const settings = { endpoint: receiver.url, headers: {}, serviceName: 'labalaba', share: 1 }
  const stop = await startTracing(settings, log, 'web')
  const fastify = await openFastify({
    ...{ trustProxy: false, ratePerAddress: 1000, loggerInstance: log, trustTraceparent },
  })
  ends.push(
    () => receiver.close(),
    () => fastify.close(),
  )
  fastify.get('/v0/people/:id', async () => ({ status: 200 }))
  fastify.get('/v0/bug/:id', async () => {
    throw new Error('Mama Obi')
  })
  const headers = { traceparent: `00-${strange}-${'cd'.repeat(8)}-01` }
  const answers = []
  for (const path of paths) answers.push((await fastify.inject({ url: path, headers })).json())
  await stop()
  return { receiver, spans: receiver.spans, answers }
}

test('a request is a span with its route and status, and without its address', async () => {
  const { receiver, spans, answers } = await tracesOf(false, '/v0/people/mama-obi?q=obi', '/v0/bug/obi')
  const [read, failed] = spans
  expect(read).toMatchObject({ name: 'GET /v0/people/:id', kind: 2, status: { code: 0 } })
  expect(failed).toMatchObject({
    name: 'GET /v0/bug/:id',
    status: { code: 2 },
    attributes: { 'http.response.status_code': 500, 'labalaba.request_id': answers[1].reference },
  })
  expect(answers[1].traceId).toBe(failed?.traceId)
  expect(receiver.bodies.join('').toLowerCase()).not.toContain('obi')
})

test('the traceparent of a stranger is not followed', async () => {
  const { spans } = await tracesOf(false, '/v0/people/1')
  expect(spans[0]?.traceId).not.toBe(strange)
  expect(spans[0]?.parentSpanId).toBeUndefined()
})

test('that of a trusted proxy is', async () => {
  const { spans } = await tracesOf(true, '/v0/people/1')
  expect(spans[0]).toMatchObject({ traceId: strange, parentSpanId: 'cd'.repeat(8) })
})
