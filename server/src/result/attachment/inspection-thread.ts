import { parentPort } from 'node:worker_threads'
import { inspectPdf } from './inspection.ts'

parentPort?.once('message', (bytes: Uint8Array) => {
  void inspectPdf(bytes).then((inspected) => parentPort?.postMessage(inspected))
})
