import { readSettings } from './settings.ts'
import { startSimulator } from './simulator.ts'

/** Starts with the settings of the environment. Ends on SIGTERM, SIGINT, or when the parent closes our standard input. */
async function main(): Promise<void> {
  const reading = readSettings(process.env)
  if (!reading.ok) {
    for (const problem of reading.problems) console.error(problem)
    process.exitCode = 1
    return
  }
  const simulator = await startSimulator(reading.settings)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void simulator.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (process.env.SIMULATOR_WATCH_STDIN === '1') {
    process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
  }
  console.log(`Paystack simulator is ready: ${simulator.url}`)
  console.log(`Paystack simulator seed: ${simulator.seed} (SIMULATOR_SEED repeats it)`)
  if (simulator.faultsInForce) {
    console.warn(
      'Paystack simulator: faults set in an earlier run are in force; DELETE /_control/faults ends them',
    )
  }
}

main().catch((error: unknown) => {
  console.error(`Paystack simulator did not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
