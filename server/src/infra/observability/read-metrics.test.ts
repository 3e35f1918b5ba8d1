import { Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { metricsReader } from './read-metrics.ts'

test('a metric that fails or never comes is left out and counted, and the others are read', async () => {
  const registry = new Registry()
  const gauge = (name: string, collect: () => Promise<void>) =>
    new Gauge({ name, help: name, registers: [registry], collect })
  gauge('fails', () => Promise.reject(new Error('the database is away')))
  gauge('hangs', () => new Promise(() => {}))
  gauge('comes', async function (this: Gauge) {
    this.set(7)
  })
  const read = metricsReader(registry, 50)
  const text = await read()
  expect(text).toContain('\ncomes 7\n')
  expect(text).not.toMatch(/^(fails|hangs) /m)
  expect(text).toContain('labalaba_metric_failures_total{metric="fails"} 1')
  expect(text).toContain('labalaba_metric_failures_total{metric="hangs"} 1')
  expect(text.endsWith('\n')).toBe(true)
})
