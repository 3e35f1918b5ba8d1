import { Piscina } from 'piscina'
import { openFairQueue, type QueueLimits } from './fair-queue.ts'
import type { Rendered } from './in-thread.ts'

/** Draws documents in separate threads, a few at a time, so that drawing delays no response. */
export type Renderer<Content> = {
  /**
   * The PDF of a document. Requesters take turns. Throws DomainError `busy` if too many wait, of one requester or of all,
   * and RenderingError if the content cannot be drawn.
   */
  render(content: Content, requester?: string): Promise<Uint8Array>
  /** Ends all threads. A document that is being drawn, or waits, is rejected. */
  close(): Promise<void>
}

/** A document that no thread can draw: a bug of ours, which a retry does not help. */
export class RenderingError extends Error {
  override name = 'RenderingError'
}

/** How long a thread stays without work, in milliseconds: it holds the fonts, and up to 160 MB. */
const idleTimeout = 60_000

/**
 * A renderer of `atOnce` threads, each of which runs `render` of the file at `drawing`, with a queue of `waiting` more
 * documents; beyond that it throws `busy`. A thread starts when it is first needed.
 */
export function openRenderer<Content>(
  drawing: URL,
  limits: QueueLimits = { atOnce: 2, waiting: 20 },
): Renderer<Content> {
  const threads = new Piscina<Content, Rendered>({
    filename: drawing.href,
    name: 'render',
    execArgv: [],
    idleTimeout,
    minThreads: 0,
    maxThreads: limits.atOnce,
    // Between two documents a thread must be free to finish what the first left behind.
    atomics: 'disabled',
  })
  // A thread that could not start leaves its document waiting: reject it.
  threads.on('error', () => void threads.destroy())
  const queue = openFairQueue(limits)
  return {
    async render(content, requester) {
      const rendered = await queue.run(() => threads.run(content), requester)
      if ('bytes' in rendered) return rendered.bytes
      throw new RenderingError(rendered.failure)
    },
    close: () => threads.destroy(),
  }
}
