import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import { aloneOnPort, type MetricText, type Peers } from './process-peers.ts'

/** Where metrics are registered. */
export type Registries = {
  /** What this process counts. Processes that share a port show theirs with the label `process`. */
  readonly process: Registry
  /** What is read from the database, and is the same in each process. */
  readonly database: Registry
}

/** How long one metric may take, in milliseconds: less than Prometheus usually waits for all of them. */
const longestRead = 3_000

const failuresName = 'labalaba_metric_failures_total'

/**
 * Returns a function that reads all metrics in the format of Prometheus, with those that other processes on the same port
 * have counted: a scrape reaches any one of them. A metric that fails, or takes longer than `longest` milliseconds, is left out
 * and counted, so that the others are seen while the database is away or busy.
 */
export function metricsReader(
  registries: Registries,
  peers: Peers = aloneOnPort,
  longest = longestRead,
): () => Promise<string> {
  const { process: own, database } = registries
  const failures = new Counter({
    name: failuresName,
    help: 'How often a metric was left out because it could not be read in time.',
    labelNames: ['metric'],
    registers: [own],
  })

  async function read(registry: Registry, name: string): Promise<MetricText[]> {
    const tooLate = sleep(longest, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('too late')),
    )
    try {
      return [{ name, text: await Promise.race([registry.getSingleMetricAsString(name), tooLate]) }]
    } catch {
      failures.inc({ metric: name })
      return []
    }
  }

  async function readAll(registry: Registry): Promise<MetricText[]> {
    const names = registry.getMetricsAsArray().map(({ name }) => name)
    const texts = await Promise.all(
      names.filter((name) => name !== failuresName).map((name) => read(registry, name)),
    )
    return texts.flat()
  }

  async function readOwn(): Promise<MetricText[]> {
    const texts = await readAll(own)
    return [...texts, { name: failuresName, text: await own.getSingleMetricAsString(failuresName) }]
  }

  peers.answerWith(async (process) => {
    own.setDefaultLabels({ process })
    return await readOwn()
  })

  return async () => {
    const [others, ofDatabase] = await Promise.all([peers.readOthers(), readAll(database)])
    if (others.process !== null) own.setDefaultLabels({ process: others.process })
    if (others.missing > 0) failures.inc({ metric: 'those of another process' }, others.missing)
    return pageOf([...(await readOwn()), ...others.metrics, ...ofDatabase])
  }
}

/** One page of metrics. Those of several processes with the same name are one metric: its description is written once. */
export function pageOf(texts: readonly MetricText[]): string {
  const pages = new Map<string, string>()
  for (const { name, text } of texts) {
    const before = pages.get(name)
    pages.set(name, before === undefined ? text : `${before}\n${withoutDescription(text)}`.trimEnd())
  }
  return `${[...pages.values()].join('\n\n')}\n`
}

function withoutDescription(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('# '))
    .join('\n')
}
