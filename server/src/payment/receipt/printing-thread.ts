import { parentPort } from 'node:worker_threads'
import { drawReceipt } from './drawing.ts'

/** What a thread answers: the bytes, or why there are none. */
export type Printed = { readonly bytes: Uint8Array } | { readonly failure: string }

parentPort?.on('message', (content) => {
  void drawReceipt(content)
    .then((bytes): Printed => ({ bytes }))
    .catch(
      (error): Printed => ({
        failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    )
    .then((printed) => parentPort?.postMessage(printed))
})
