import { parentPort } from 'node:worker_threads'
import type { Printed } from './renderer.ts'

/** The main loop of a drawing thread: draws each content that it receives. */
export function printOnRequest<Content>(draw: (content: Content) => Promise<Uint8Array>): void {
  parentPort?.on('message', (content) => {
    void draw(content)
      .then((bytes): Printed => ({ bytes }))
      .catch(
        (error): Printed => ({
          failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      )
      .then((printed) => parentPort?.postMessage(printed))
  })
}
