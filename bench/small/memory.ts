import { readdirSync, readFileSync } from 'node:fs'

/**
 * The memory of a process and of all that it started, in megabytes. Memory that several processes share counts once (PSS).
 * Linux only.
 */
export function memoryOfAll(pid: number): number {
  return familyOf(pid, readParents()).reduce((sum, one) => sum + proportionalOf(one), 0)
}

/** The parent of each running process. */
function readParents(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : null
    // The name of the program stands in parentheses and may contain anything.
    const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  return parents
}

/** A process, its children, their children and so on. */
export function familyOf(pid: number, parents: ReadonlyMap<number, number>): number[] {
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child)
  return [pid, ...children.flatMap((child) => familyOf(child, parents))]
}

function proportionalOf(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '') ?? []
  return Number(kilobytes ?? 0) / 1024
}

/** Null for a process that has ended. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
