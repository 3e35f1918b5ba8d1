import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openOtlpReceiver } from '../../../test/otlp-receiver.ts'
import { correlate, currentCorrelation, originOf, readOrigin, traceIdOf } from './correlation.ts'
import { openLog } from './log.ts'
import { inSpan, inStatementSpan, readTraceparent, startSpan, startTracing } from './tracing.ts'

const lines: string[] = []
const log = openLog('debug', { write: (line) => void lines.push(line) })
const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  lines.length = 0
})

async function trace({ share = 1, headers = {} } = {}) {
  const receiver = await openOtlpReceiver()
  const stop = await startTracing(
    { endpoint: receiver.url, headers, serviceName: 'a-site', share },
    log,
    'web',
  )
  ends.push(() => receiver.close(), stop)
  return { receiver, stop }
}

const request = { name: 'GET /v0/a/:id', kind: 'server', attributes: { 'http.route': '/v0/a/:id' } } as const

test('without traces nothing is opened, and the work runs', async () => {
  expect(startSpan('a', 'server', {})).toBeUndefined()
  expect(await inSpan(request, async (span) => [span])).toEqual([undefined])
  expect(await inStatementSpan('select 1', async () => 7)).toBe(7)
})

test('spans arrive at the collector with their parents, its headers and the name of the service', async () => {
  const { receiver, stop } = await trace({ headers: { authorization: 'Bearer of-the-collector' } })
  await correlate({ requestId: 'r1' }, () =>
    inSpan(request, () => inStatementSpan('select  name from person where id = $1', async () => undefined)),
  )
  await stop()
  const [statement, outer] = receiver.spans
  expect(receiver.requests[0]).toEqual({ path: '/v1/traces', authorization: 'Bearer of-the-collector' })
  expect(outer).toMatchObject({ name: 'GET /v0/a/:id', kind: 2, attributes: { 'http.route': '/v0/a/:id' } })
  expect(outer?.resource['service.name']).toBe('a-site')
  expect(statement).toMatchObject({ name: 'SELECT', parentSpanId: outer?.spanId, traceId: outer?.traceId })
  expect(statement?.attributes['db.query.text']).toBe('select  name from person where id = $1')
})

test('a text in a statement and the message of an error are not sent', async () => {
  const { receiver, stop } = await trace()
  const failing = correlate({ requestId: 'r1' }, () =>
    inSpan(request, () =>
      inStatementSpan(
        `select 'Mama Obi''s phone', name from person where phone = '2348030000009'`,
        async () => {
          throw Object.assign(new Error('Mama Obi is no number'), { code: '22P02' })
        },
      ),
    ),
  )
  await expect(failing).rejects.toThrow()
  await stop()
  expect(receiver.spans).toHaveLength(2)
  expect(receiver.bodies.join()).not.toMatch(/Obi|8030000009/)
  for (const { status, attributes } of receiver.spans) {
    expect(status).toEqual({ code: 2 })
    expect(attributes).toMatchObject({ 'error.type': 'Error', 'labalaba.code': '22P02' })
  }
})

test('a statement outside a request makes no trace, and a request that is not sampled neither', async () => {
  const { receiver, stop } = await trace({ share: 0 })
  await inStatementSpan('select 1', async () => undefined)
  await correlate({ requestId: 'r1' }, () =>
    inSpan(request, async () => {
      expect(traceIdOf(currentCorrelation())).toBeUndefined()
      await inStatementSpan('select 1', async () => undefined)
    }),
  )
  await stop()
  expect(receiver.spans).toEqual([])
})

test('a job continues the trace of its request, sampled or not', async () => {
  const { receiver, stop } = await trace()
  await correlate({ requestId: 'r1' }, () =>
    inSpan(request, async (span) => {
      const origin = readOrigin(JSON.parse(JSON.stringify(originOf(currentCorrelation()))))
      expect(origin?.request).toBe('r1')
      startSpan('job a', 'job', {}, readTraceparent(origin?.trace))?.end()
      expect(readTraceparent(origin?.trace)).toMatchObject({ traceId: span?.spanContext().traceId })
    }),
  )
  startSpan('job b', 'job', {}, readTraceparent(`00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-00`))?.end()
  await stop()
  const [job, outer] = receiver.spans
  expect(job).toMatchObject({ name: 'job a', kind: 5, traceId: outer?.traceId, parentSpanId: outer?.spanId })
  expect(receiver.spans).toHaveLength(2)
})

test('only a whole traceparent is read', () => {
  const good = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
  expect(readTraceparent(good)).toMatchObject({ traceId: 'ab'.repeat(16), traceFlags: 1 })
  for (const bad of [
    undefined,
    ['00'],
    '',
    `01${good.slice(2)}`,
    `${good}-x`,
    `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`,
  ])
    expect(readTraceparent(bad)).toBeUndefined()
  expect(readOrigin('a')).toBeUndefined()
  expect(readOrigin({ request: 1 })).toBeUndefined()
})

test('a collector that fails is one warning without its answer, until it works again', async () => {
  const { receiver, stop } = await trace()
  receiver.status = 400
  startSpan('a', 'server', {})?.end()
  await expect.poll(() => receiver.requests.length).toBe(1)
  startSpan('b', 'server', {})?.end()
  await expect.poll(() => receiver.requests.length).toBe(2)
  receiver.status = 200
  startSpan('c', 'server', {})?.end()
  await expect.poll(() => receiver.spans.length).toBe(1)
  await stop()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT',
    'traces are sent again',
  ])
})

test('a program without traces does not load their libraries', { timeout: 120_000 }, () => {
  const script = `
    import Module from 'node:module'
    await import(${JSON.stringify(join(import.meta.dirname, '../../main.ts'))})
    const loaded = Object.keys(Module._cache).filter((file) => file.includes('@opentelemetry'))
    console.log([...new Set(loaded.map((file) => file.split('@opentelemetry/')[1].split('/')[0]))].join())`
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script]
  const child = spawnSync(process.execPath, words, { encoding: 'utf8', env: { PATH: process.env.PATH } })
  expect(child.stderr).toBe('')
  expect(child.stdout.trim()).toBe('api')
})
