import { spawnSync } from 'node:child_process'

/**
 * Runs this program again, with the same words and `--own-mounts`, in a private mount namespace, where it can make a small
 * disk. Returns its exit code, or null if this machine does not allow it.
 */
export function runWithOwnMounts(file: string, words: readonly string[]): number | null {
  const unshare = ['--mount', '--propagation', 'private']
  if (spawnSync('unshare', [...unshare, 'true']).status !== 0) return null
  const self = [process.execPath, ...process.execArgv, file, ...words, '--own-mounts']
  return spawnSync('unshare', [...unshare, ...self], { stdio: 'inherit' }).status ?? 1
}
