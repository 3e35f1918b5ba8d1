/** Tells the time. Use cases receive one, so that a test can set it. */
export type Clock = { now(): Date }

/** The system time. */
export const systemClock: Clock = { now: () => new Date() }
