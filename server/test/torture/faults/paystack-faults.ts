import type { Dice } from '../dice.ts'

const hour = 60 * 60_000
const some = (dice: Dice) => dice.pick([0, 0.2, 0.5])

/** Webhooks that are lost, doubled, mixed up, forged and late. */
export function hostileWebhooks(dice: Dice): object {
  const late = { late: dice.pick([0, 0.3]), lateMs: dice.pick([30_000, hour, 20 * hour]) }
  return {
    webhook: {
      drop: some(dice),
      duplicate: some(dice),
      reorder: some(dice),
      forge: some(dice),
      wrongKey: some(dice),
      delayMs: dice.pick([0, 800]),
      ...late,
    },
  }
}

/** An API that does its work and answers badly, or does not do it. */
export function answersBadly(dice: Dice): object {
  return {
    api: {
      timeoutAfterCommit: some(dice),
      dropBeforeCommit: some(dice),
      serverError: some(dice),
      tooMany: some(dice),
      truncated: some(dice),
      htmlPage: some(dice),
      latencyMs: dice.pick([0, 300]),
      slowDripMs: dice.pick([0, 500]),
    },
  }
}

/** The ways in which no report of it arrives. */
export const silences = {
  tooMany: { api: { tooMany: 1 } },
  serverError: { api: { serverError: 1 } },
  timeout: { api: { timeoutAfterCommit: 1 } },
  offline: { offline: true },
} as const
