import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Ends a server that still runs on these files. The caller holds the data folder, so such a server has lost its parent
 * process and is shutting down: this signals it and waits for its end. It is never used again.
 */
export async function clearOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === undefined) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isServing(pid, cluster)) break
    signalIfThere(pid, signal)
    await waitForEnd(pid, cluster, 15_000)
  }
  if (isServing(pid, cluster)) {
    throw new Error(
      `An earlier PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop. End it first.`,
    )
  }
  rmSync(pidFile, { force: true })
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Whether this process is a PostgreSQL on these files, and not another process with a reused id. */
function isServing(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(cluster)
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended, as intended, or is not ours: the wait decides.
  }
}

async function waitForEnd(pid: number, cluster: string, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (isServing(pid, cluster) && performance.now() < end) await pause(20)
}
