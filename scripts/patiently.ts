import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does what may fail because an earlier Labalaba is just letting go: tries again for two seconds, then lets
 * the last failure through.
 */
export async function patiently<T>(attempt: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + 2_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(100)
    }
  }
}
