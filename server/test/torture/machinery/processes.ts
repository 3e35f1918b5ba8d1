import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Orders } from './server.ts'

const root = join(import.meta.dirname, '../../../..')
const product = join(import.meta.dirname, 'server.ts')
const programs = {
  server: product,
  'second server': product,
  worker: product,
  simulator: join(root, 'paystack-simulator/src/main.ts'),
}

/** The programs that run in processes of their own in every trial; some trials have a second server. */
export const processNames = ['simulator', 'server', 'worker'] as const
export type ProcessName = keyof typeof programs

type Settings = Readonly<Record<string, string>>

export type ProcessPlan = {
  /** What they need of the machine: the path of programs, and a home. */
  readonly surroundings: Settings
  readonly settings: Readonly<Record<ProcessName, Settings>>
  /** The file with each program’s clock offset. */
  readonly clocks: Readonly<Record<'server' | 'worker', string>>
  /** A folder for their output. */
  readonly logs: string
  /** An address that answers when it is up; the worker has none. */
  readonly answersAt: Partial<Record<ProcessName, string>>
}

/** Starts and kills the programs; their output is stored in files. */
export type Processes = {
  /** Their alarms about broken invariants. */
  readonly alarms: ReadonlySet<string>
  start(name: ProcessName): Promise<void>
  kill(name: ProcessName): Promise<void>
  /**
   * Ends a program of the product with SIGTERM, as a deployment does, and starts it again, as the next version if `newer`.
   * Returns its exit code.
   */
  replace(name: Exclude<ProcessName, 'simulator'>, newer: boolean): Promise<number | null>
  /** Pauses one for this long, as a busy machine does. */
  freeze(name: ProcessName, milliseconds: number): Promise<void>
  isRunning(name: ProcessName): boolean
}

/** Nothing runs yet. */
export function planProcesses(plan: ProcessPlan): Processes {
  const children = new Map<ProcessName, ChildProcess>()
  const alarms = new Set<string>()
  /** The programs that run as the next version. */
  const newer = new Set<ProcessName>()
  const logOf = (name: ProcessName) => join(plan.logs, `${name}.log`)

  function hear(name: ProcessName, line: string): void {
    appendFileSync(logOf(name), `${line}\n`)
    if (line.includes('"alarm":"invariant"') && line.includes('"found":')) alarms.add(alarmOf(line))
  }

  function launch(name: ProcessName): void {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', programs[name]], {
      cwd: root,
      env: { ...plan.surroundings, ...(name === 'simulator' && plan.settings[name]) },
      // The end of its input or its channel tells it that we have ended; then it ends too.
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => hear(name, line))
    child.on('error', () => {})
    if (name !== 'simulator') child.send(ordersFor(name), () => {})
    children.set(name, child)
  }

  function ordersFor(name: Exclude<ProcessName, 'simulator'>): Orders {
    const clockFile = plan.clocks[name === 'worker' ? name : 'server']
    return { env: plan.settings[name], beside: false, clockFile, newer: newer.has(name) }
  }

  const isRunning = (name: ProcessName) => {
    const child = children.get(name)
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  async function start(name: ProcessName): Promise<void> {
    launch(name)
    const address = plan.answersAt[name]
    const until = Date.now() + 600_000
    while (address && !(await answers(address))) {
      // A process that loses its database ends by itself; its supervisor starts it again.
      if (!isRunning(name)) launch(name)
      if (Date.now() > until) throw new Error(`the ${name} does not come up; see ${logOf(name)}`)
      await pause(100)
    }
  }

  return {
    alarms,
    isRunning,
    start,
    async kill(name) {
      const child = children.get(name)
      if (!child || !isRunning(name)) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async replace(name, asNewer) {
      const child = children.get(name)
      if (asNewer) newer.add(name)
      else newer.delete(name)
      let code: number | null = null
      if (child && isRunning(name)) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        code = z.nullable(z.number()).parse((await ended)[0])
      }
      await start(name)
      return code
    },
    async freeze(name, milliseconds) {
      const child = children.get(name)
      if (!child || !isRunning(name)) return
      child.kill('SIGSTOP')
      await pause(milliseconds)
      child.kill('SIGCONT')
    },
  }
}

/**
 * An alarm without its time; a check that failed, for example because its database was killed, is no finding.
 */
function alarmOf(line: string): string {
  const { invariant, found } = z.parse(alarm, JSON.parse(line))
  return `${invariant}: ${found.toSorted().join(', ')}`
}

const alarm = z.object({ invariant: z.string(), found: z.array(z.string()) })

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
