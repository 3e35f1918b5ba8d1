import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with the data of the product and its database, on a disk that can be filled. */
export type Disk = {
  readonly path: string
  /** Why it cannot be filled here; null if it can. */
  readonly whyNot: string | null
  /** Fills all of its free space. */
  fill(): void
  free(): void
  /** Copies its content beside it, where it stays. */
  keep(): void
  close(): void
}

const size = '768m'
const piece = Buffer.alloc(1 << 20)

/**
 * Makes the folder. With `small` it is a disk of its own, in memory, for which this process needs mounts of
 * its own: what it mounts then ends with it.
 */
export function openDisk(beside: string, small: boolean): Disk {
  const path = join(beside, 'data')
  mkdirSync(path, { mode: 0o700 })
  const whyNot = small ? mount(path) : 'asked for without it'
  const filler = join(path, 'filler')
  return {
    path,
    whyNot,
    fill() {
      if (whyNot !== null) return
      try {
        for (;;) appendFileSync(filler, piece)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
    keep() {
      // Unchanged, with owners: the database opens no other.
      if (whyNot === null) execFileSync('cp', ['-a', path, join(beside, 'data-kept')])
    },
    close() {
      if (whyNot === null) execFileSync('umount', ['--lazy', path])
    },
  }
}

function mount(path: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'none', path], { stdio: 'pipe' })
    return null
  } catch (error) {
    return `this machine mounts no small disk: ${error instanceof Error ? error.message.split('\n')[1] : error}`
  }
}
