import { constants, getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Allowance, Done, Work } from './work.ts'

// A child process that rewrites one file. It starts without our secrets, and may not write files or start processes.
const allowance: Allowance = JSON.parse(process.argv[2] ?? '')
const behind = constants.priority.PRIORITY_BELOW_NORMAL
try {
  if (getPriority() < behind) setPriority(behind)
} catch {
  // A system may forbid it. The file is rewritten all the same.
}
const watch = new Worker(new URL('./watch.ts', import.meta.url), { workerData: allowance, execArgv: [] })
watch.unref()

process.on('disconnect', () => process.exit())
process.once('message', (work: Work) => {
  void rewrite(work).then((done) => process.send?.(done))
})

/** Each kind loads only its own library. */
async function rewrite(work: Work): Promise<Done> {
  if (work.kind === 'pdf') {
    const { rewritePdf } = await import('./pdf/rewrite-pdf.ts')
    return await rewritePdf(work.bytes, work.limits)
  }
  const { rewritePicture } = await import('./picture.ts')
  return await rewritePicture(work.bytes, work.limits)
}
