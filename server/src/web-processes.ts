import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from './infra/config/config.ts'
import type { Log } from './infra/observability/log.ts'
import type { ParentPeers } from './infra/observability/process-peers.ts'

const program = join(import.meta.dirname, 'main.ts')

/** The command-line flag of a process that serves next to another one, which has already prepared everything. */
export const besideWord = '--beside'

/** What a process sends when it serves. */
export const readyWord = 'ready'

/** How long a process may take to end after it has drained, in milliseconds. */
const longestEnd = 20_000

/** Additional processes that serve on the same port. */
export type WebProcesses = { stop(): Promise<void> }

type WebProcessSettings = {
  readonly log: Log
  readonly peers: ParentPeers
  readonly drainSeconds: number
}

/**
 * Starts processes that serve on the same port as this one, and resolves when all of them serve. A process that ends is
 * started again. They end with this process, even if it crashes. `stop` lets them drain first. Through `peers`, each shows the
 * metrics of all.
 */
export async function startWebProcesses(
  howMany: number,
  env: Environment,
  { log, peers, drainSeconds }: WebProcessSettings,
): Promise<WebProcesses> {
  let stopped = false
  const children = new Set<ChildProcess>()

  // They neither migrate nor run jobs, so they do not get those logins.
  const { DATABASE_OWNER_URL: _owner, DATABASE_WORKER_URL: _worker, ...environment } = env

  function start(number: number): ChildProcess {
    const words = [...process.execArgv, program, besideWord]
    const child = spawn(process.execPath, words, {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.add(child)
    peers.add(child, String(number))
    child.once('exit', (code, signal) => {
      children.delete(child)
      if (stopped) return
      log.error({ code, signal }, 'a web process ended and is started again')
      void pause(1000, undefined, { ref: false }).then(() => stopped || start(number))
    })
    return child
  }

  await Promise.all(Array.from({ length: howMany }, (_, index) => ready(start(index + 2))))
  return {
    async stop() {
      stopped = true
      const ended = [...children].map((child) => once(child, 'exit'))
      for (const child of children) child.kill('SIGTERM')
      await Promise.race([
        Promise.all(ended),
        pause(drainSeconds * 1000 + longestEnd, undefined, { ref: false }),
      ])
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

/** Waits until a process serves. Rejects if it ends before that. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => message === readyWord && resolve())
    child.once('exit', () => reject(new Error('a web process did not start; its words are above')))
  })
}
