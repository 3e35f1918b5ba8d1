import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A control group of Linux that limits the memory of the processes in it. */
export type MemoryLimit = {
  /** The words before a command that put it, and every process that it starts, into the group. */
  readonly words: readonly string[]
  /** How many processes were killed because the memory was used up. */
  killed(): number
  remove(): void
}

/** How each version of control groups names its files. */
const versions = [
  { base: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { base: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
] as const

/** Makes a group with so many bytes of memory. Returns null where this account may not make one. */
export function limitMemory(bytes: number): MemoryLimit | null {
  for (const { base, limit, events } of versions) {
    const group = join(base, `labalaba-small-${process.pid}`)
    try {
      mkdirSync(group)
      if (existsSync(join(group, limit))) {
        writeFileSync(join(group, limit), String(bytes))
        return {
          words: ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh'],
          killed: () => Number(/oom_kill (\d+)/.exec(readFileSync(join(group, events), 'utf8'))?.[1] ?? 0),
          remove: () => rmdirSync(group),
        }
      }
      rmdirSync(group)
    } catch {
      // Another version, or an account without the right.
    }
  }
  return null
}
