import { Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { metricsReader, pageOf } from './read-metrics.ts'

test('a metric that fails or never comes is left out and counted, and the others are read', async () => {
  const registry = new Registry()
  const gauge = (name: string, collect: () => Promise<void>) =>
    new Gauge({ name, help: name, registers: [registry], collect })
  gauge('fails', () => Promise.reject(new Error('the database is away')))
  gauge('hangs', () => new Promise(() => {}))
  gauge('comes', async function (this: Gauge) {
    this.set(7)
  })
  const read = metricsReader({ process: registry, database: new Registry() }, undefined, 50)
  const text = await read()
  expect(text).toContain('\ncomes 7\n')
  expect(text).not.toMatch(/^(fails|hangs) /m)
  expect(text).toContain('labalaba_metric_failures_total{metric="fails"} 1')
  expect(text).toContain('labalaba_metric_failures_total{metric="hangs"} 1')
  expect(text.endsWith('\n')).toBe(true)
})

test('the metrics of other processes are added to this one’s, with a number for each, and described once', async () => {
  const registries = { process: new Registry(), database: new Registry() }
  new Gauge({ name: 'one', help: 'of a process', labelNames: ['a'], registers: [registries.process] }).set(
    { a: 'b' },
    1,
  )
  new Gauge({ name: 'all', help: 'of the database', registers: [registries.database] }).set(5)
  const other = { name: 'one', text: '# HELP one of a process\n# TYPE one gauge\none{a="b",process="2"} 7' }
  const peers = {
    readOthers: async () => ({ process: '1', metrics: [other], missing: 1 }),
    answerWith: () => {},
  }
  const text = await metricsReader(registries, peers)()
  expect(text).toContain(
    '# HELP one of a process\n# TYPE one gauge\none{a="b",process="1"} 1\none{a="b",process="2"} 7\n',
  )
  expect(text).toContain('\nall 5\n')
  expect(text).toContain('labalaba_metric_failures_total{metric="those of another process",process="1"} 1')
  expect(pageOf([other, { name: 'one', text: '# HELP one of a process\n# TYPE one gauge' }])).toBe(
    `${other.text}\n`,
  )
})
