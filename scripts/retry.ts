import { setTimeout as pause } from 'node:timers/promises'

/** Retries for two seconds what may fail while an earlier Labalaba is shutting down, then throws the last error. */
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
