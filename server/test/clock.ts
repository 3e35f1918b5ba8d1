import type { Clock } from '../src/infra/clock.ts'

export type SetClock = Clock & {
  /** Advances the clock by this many milliseconds. */
  pass(milliseconds: number): void
}

/** A clock that stands still until a test moves it. */
export function clockAt(start: string): SetClock {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    pass(milliseconds) {
      at += milliseconds
    },
  }
}

export const seconds = 1000
export const minutes = 60 * seconds
export const hours = 60 * minutes
export const days = 24 * hours
