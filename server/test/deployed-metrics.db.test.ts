import { expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readDashboards, readRules, seriesOf } from './deployed.ts'
import { buildWorld } from './world.ts'

const world = await buildWorld()

/** Series that Prometheus and its node exporter make. */
const ofOthers = ['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes']

/** The names of all series that a process with a replica can show. */
async function knownSeries(): Promise<Set<string>> {
  const connections = { totalCount: 3, idleCount: 1, waitingCount: 0 }
  const app = await buildApp({ ...world.parts, connections, replicaLag: () => 0 })
  const { body } = await app.inject('/metrics')
  await app.close()
  const described = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    described.flatMap(([, name = '', type]) =>
      type === 'histogram' || type === 'summary'
        ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]
        : [name],
    ),
  )
}

test('each series of the alerts and dashboards is one of the metrics', async () => {
  const known = await knownSeries()
  const expressions = [
    ...readRules().map(({ alert, expr }) => ({ where: alert, expr })),
    ...readDashboards().flatMap(({ file, panels }) =>
      panels.flatMap(({ title, targets = [] }) =>
        targets.map(({ expr }) => ({ where: `${file}: ${title}`, expr })),
      ),
    ),
  ]
  expect(expressions.length).toBeGreaterThan(80)
  for (const { where, expr } of expressions) {
    const missing = seriesOf(expr).filter((name) => !known.has(name) && !ofOthers.includes(name))
    expect([where, missing]).toEqual([where, []])
  }
})

test('each metric of the product is on a dashboard or in an alert', async () => {
  const used = new Set(
    [
      ...readRules().map(({ expr }) => expr),
      ...readDashboards().flatMap(({ panels }) =>
        panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ),
    ].flatMap(seriesOf),
  )
  const ours = [...(await knownSeries())].filter(
    (name) => name.startsWith('labalaba_') && !/_(bucket|sum|count)$/.test(name),
  )
  const unused = ours.filter((name) => !used.has(name) && !used.has(`${name}_count`))
  expect(unused).toEqual([])
})
