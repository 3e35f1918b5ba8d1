import { Worker } from 'node:worker_threads'
import { Refusal } from '../../platform/refusal.ts'
import { type Inspected, refusals } from './words.ts'

/** Looks into PDFs beside the program, one at a time. */
export type Inspector = {
  /** What a PDF is. One that cannot be looked into in time and with little memory is refused. Throws Refusal `busy`. */
  inspect(file: Buffer): Promise<Inspected>
  close(): Promise<void>
}

/** How long a file may take, in milliseconds, how much memory, in megabytes, and how many may wait. */
const longest = 20_000
const mostMemory = 256
const mostWaiting = 4

/** Each file has a thread of its own, so that one that ends its thread harms no other. */
export function openInspector(limits = { longest }): Inspector {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const threads = new Set<Worker>()

  async function look(file: Buffer): Promise<Inspected> {
    const thread = new Worker(new URL('./inspection-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    })
    threads.add(thread)
    const { promise, resolve } = Promise.withResolvers<Inspected>()
    const broken = () => resolve({ refused: refusals.broken })
    const timer = setTimeout(broken, limits.longest)
    thread.once('message', resolve).once('error', broken).once('exit', broken)
    thread.postMessage(new Uint8Array(file))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      threads.delete(thread)
      await thread.terminate()
    }
  }

  return {
    async inspect(file) {
      if (waiting > mostWaiting) throw new Refusal('busy', { retryAfter: 5 })
      waiting += 1
      const turn = last.then(() => look(file))
      last = turn.catch(() => {})
      try {
        return await turn
      } finally {
        waiting -= 1
      }
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}
