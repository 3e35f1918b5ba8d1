import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { exposeLoggedAlarms } from './alarm-metrics.ts'
import { correlate } from './correlation.ts'
import { openLog } from './log.ts'
import { LoggedAlarms } from './logged-alarms.ts'

const lines: string[] = []
const logged = new LoggedAlarms()
const log = openLog('info', { write: (line) => void lines.push(line) }, logged)
const registry = new Registry()
exposeLoggedAlarms(registry)

beforeEach(() => {
  lines.length = 0
})

test('each line of a request or job has its number once, and none outside', () => {
  const ofRequest = log.child({ reqId: 'r1' })
  correlate({ requestId: 'r1' }, () => {
    log.info('by the program’s log')
    ofRequest.info('by the request’s log')
  })
  correlate({ requestId: 'r1', job: 'mail-code' }, () => log.warn({ job: 'mail-code' }, 'in a job'))
  log.info('outside')
  expect(lines.map((line) => line.match(/"reqId"/g)?.length ?? 0)).toEqual([1, 1, 1, 0])
  expect(lines.map((line) => JSON.parse(line).job)).toEqual([undefined, undefined, 'mail-code', undefined])
})

test('a request’s number stays with what it started, also if others run meanwhile', async () => {
  const later = Promise.withResolvers<void>()
  const first = correlate({ requestId: 'first' }, async () => {
    await later.promise
    log.info('late')
  })
  correlate({ requestId: 'second' }, () => later.resolve())
  await first
  expect(JSON.parse(lines[0] ?? '').reqId).toBe('first')
})

test('lines with an alarm are counted, warnings too; only errors are posted', async () => {
  const count = async (alarm: string) =>
    Number((await registry.metrics()).match(new RegExp(`\\{alarm="${alarm}"\\} (\\d+)`))?.[1])
  const [overload, audit] = [await count('overload'), await count('audit')]
  log.warn({ alarm: 'overload' }, 'more calls came than could be answered')
  log.error({ alarm: 'audit' }, 'history was altered')
  log.error('an error without an alarm')
  expect([await count('overload'), await count('audit')]).toEqual([overload + 1, audit + 1])
  expect(logged.take().map(({ name }) => name)).toEqual(['audit'])
})
