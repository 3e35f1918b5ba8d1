import { Worker } from 'node:worker_threads'
import { openFairQueue, type QueueLimits } from './fair-queue.ts'

/** The response of a thread: the bytes, or why there are none. */
export type Printed = { readonly bytes: Uint8Array } | { readonly failure: string }

/** Draws documents in separate threads, a few at a time, so that drawing delays no response. */
export type Press<Content> = {
  /**
   * The PDF of a document. Requesters take turns. Throws DomainError `busy` if too many wait, of one requester or of all.
   */
  print(content: Content, asker?: string): Promise<Uint8Array>
  close(): Promise<void>
}

/** A document that no thread can draw: a bug of ours, which a retry does not help. */
export class NotDrawn extends Error {
  override name = 'NotDrawn'
}

/** How long a thread stays without work, in milliseconds: it holds the fonts, and up to 160 MB. */
const keptIdle = 60_000

/**
 * A press of `atOnce` threads, each of which runs the file at `thread`, with a queue of `waiting` more documents; beyond
 * that it throws `busy`. A thread starts when it is first needed.
 */
export function openPress<Content>(
  thread: URL,
  limits: QueueLimits = { atOnce: 2, waiting: 20 },
): Press<Content> {
  const threads = openThreads<Content>(thread)
  const queue = openFairQueue(limits)
  return {
    print: (content, asker) => queue.run(() => threads.print(content), asker),
    close: threads.close,
  }
}

/** Threads that stay for a while after their work. */
function openThreads<Content>(file: URL): Press<Content> {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()

  async function end(thread: Worker): Promise<void> {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    all.delete(thread)
    await thread.terminate()
  }

  function take(): Worker {
    const [rested] = idle.keys()
    const thread = rested ?? new Worker(file, { execArgv: [] })
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    all.add(thread)
    thread.ref()
    return thread
  }

  return {
    async print(content) {
      const thread = take()
      let printed: Printed
      try {
        thread.postMessage(content)
        printed = await answerOf(thread)
      } catch (error) {
        await end(thread)
        throw error
      }
      thread.unref()
      idle.set(thread, setTimeout(() => void end(thread), keptIdle).unref())
      if ('bytes' in printed) return printed.bytes
      throw new NotDrawn(printed.failure)
    },
    async close() {
      await Promise.all([...all].map(end))
    },
  }
}

/** The next message of a thread. Rejects if the thread ends instead. */
async function answerOf(thread: Worker): Promise<Printed> {
  const { promise, resolve, reject } = Promise.withResolvers<Printed>()
  const ended = () => reject(new Error('the drawing thread ended'))
  thread.once('message', resolve).once('error', reject).once('exit', ended)
  try {
    return await promise
  } finally {
    thread.off('message', resolve).off('error', reject).off('exit', ended)
  }
}
