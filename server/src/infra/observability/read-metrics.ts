import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'

/** How long one metric may take, in milliseconds: less than Prometheus usually waits for all of them. */
const longestRead = 3_000

const failuresName = 'labalaba_metric_failures_total'

/**
 * Returns a function that reads all metrics of a registry in the format of Prometheus. A metric that fails, or takes longer
 * than `longest` milliseconds, is left out and counted, so that the others are seen while the database is away or busy.
 */
export function metricsReader(registry: Registry, longest = longestRead): () => Promise<string> {
  const failures = new Counter({
    name: failuresName,
    help: 'How often a metric was left out because it could not be read in time.',
    labelNames: ['metric'],
    registers: [registry],
  })

  async function read(name: string): Promise<string[]> {
    const tooLate = sleep(longest, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('too late')),
    )
    try {
      return [await Promise.race([registry.getSingleMetricAsString(name), tooLate])]
    } catch {
      failures.inc({ metric: name })
      return []
    }
  }

  return async () => {
    const names = registry.getMetricsAsArray().map(({ name }) => name)
    const texts = await Promise.all(names.filter((name) => name !== failuresName).map(read))
    return `${[...texts.flat(), await registry.getSingleMetricAsString(failuresName)].join('\n\n')}\n`
  }
}
