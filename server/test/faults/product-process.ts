import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { freePort } from '../../../scripts/ports.ts'
import { runningPostgres } from '../../../scripts/postgres.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * The whole product as `npm start` runs it, in processes of its own, on a data folder and ports of its own.
 * `surroundings` is the environment that it needs of the machine.
 */
export async function openProduct(surroundings: Record<string, string | undefined>) {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-house-'))
  const [port, simulatorPort] = [await freePort(), await freePort()]
  const started: ChildProcess[] = []
  const env = {
    ...surroundings,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PORT: String(port),
    SIMULATOR_PORT: String(simulatorPort),
  }

  return {
    site: `http://127.0.0.1:${port}`,
    simulator: `http://127.0.0.1:${simulatorPort}`,
    /** Starts it and resolves when it reports that it is ready; rejects with its output if it ends before. */
    async start(): Promise<ChildProcess> {
      const words = ['--disable-warning=ExperimentalWarning', join(root, 'scripts/run.ts')]
      const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      started.push(child)
      await ready(child)
      return child
    },
    /** Queries its database while it runs. */
    async ask<T extends object>(query: string): Promise<T[]> {
      const sql = postgres(runningPostgres(folder) ?? '', { max: 1 })
      try {
        return await sql.unsafe<T[]>(query)
      } finally {
        await sql.end()
      }
    },
    async close(): Promise<void> {
      for (const child of started) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function ready(child: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('Labalaba is ready')) resolve()
      })
    child.once('exit', () => reject(new Error(`it did not start:\n${said}`)))
  })
}

/** The processes that a process has started, and theirs. Available on Linux only. */
export function descendants(pid: number | undefined): number[] {
  const children = pid === undefined ? [] : childrenOf(pid)
  return children.flatMap((child) => [child, ...descendants(child)])
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** Whether a process still runs, and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
