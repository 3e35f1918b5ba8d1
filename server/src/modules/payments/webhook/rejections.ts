import type { Db } from '../../../db.ts'
import { countRejections } from './repository.ts'

export type Rejection = 'wrong_signature' | 'no_signature'

/**
 * Counts webhooks that were not Paystack's. One write runs at a time and takes all that came meanwhile, so that a flood of
 * them uses at most one connection and Paystack's webhooks get through. Counts that cannot be written are lost.
 */
export function openRejectionCounter(db: Db): (reason: Rejection, at: Date) => void {
  const waiting = new Map<Rejection, number>()
  let isWriting = false

  async function writeAll(at: Date): Promise<void> {
    while (waiting.size > 0) {
      const counted = [...waiting]
      waiting.clear()
      for (const [reason, times] of counted) await countRejections(db, { reason, times, at })
    }
  }

  return (reason, at) => {
    waiting.set(reason, (waiting.get(reason) ?? 0) + 1)
    if (isWriting) return
    isWriting = true
    const done = () => {
      isWriting = false
    }
    writeAll(at).then(done, done)
  }
}
