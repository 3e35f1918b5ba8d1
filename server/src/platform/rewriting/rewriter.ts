import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { refusals } from './pdf/refusals.ts'
import type { PdfLimits, RewrittenPdf } from './pdf/rewrite-pdf.ts'
import type { PictureLimits, RewrittenPicture } from './picture.ts'
import { openTurns, type Stranger } from './turns.ts'
import type { Allowance, Done, Work } from './work.ts'

/** Rewrites files from outside, so that nothing that they hold beside what they show is ever given to anybody. */
export type Rewriter = {
  /**
   * What is made of a PDF; the same file of staff at the same time is rewritten once. One that takes too long or too much
   * memory is refused. A stranger's waits for those of staff. Throws DomainError `busy`.
   */
  pdf(file: Uint8Array, limits: PdfLimits, stranger?: Stranger): Promise<RewrittenPdf>
  /** What is made of a picture, in the same turn; null where it is none. Throws DomainError `busy`. */
  picture(file: Uint8Array, limits: PictureLimits, stranger?: Stranger): Promise<RewrittenPicture | null>
  close(): Promise<void>
}

type Limits = { readonly pdf: Allowance; readonly picture: Allowance }
const usual: Limits = {
  pdf: { work: 15_000, time: 180_000, heap: 256, memory: 768 },
  picture: { work: 8000, time: 180_000, heap: 128, memory: 512 },
}
/** How many files may wait for the one that is being rewritten: PDFs or pictures of staff, and any of strangers. */
const mostWaiting = { pdf: { staff: 4, strangers: 4 }, picture: { staff: 8, strangers: 4 } } as const

/** A rewriter where each file has a process of its own, one PDF and one picture at a time. */
export function openRewriter(limits: Limits = usual): Rewriter {
  const children = new Set<ChildProcess>()
  const strangers = new Set<number>()
  const inTurn = {
    pdf: openTurns(mostWaiting.pdf, strangers),
    picture: openTurns(mostWaiting.picture, strangers),
  }
  const inWork = new Map<string, Promise<Done>>()
  const run = (work: Work, stranger?: Stranger) =>
    inTurn[work.kind].run(() => runOne(work, limits[work.kind], children), stranger)
  return {
    async pdf(bytes, most, stranger) {
      if (stranger) return asPdf(await run({ kind: 'pdf', bytes, limits: most }, stranger))
      const key = `${createHash('sha256').update(bytes).digest('hex')} ${JSON.stringify(most)}`
      const making = inWork.get(key) ?? run({ kind: 'pdf', bytes, limits: most })
      inWork.set(key, making)
      try {
        return asPdf(await making)
      } finally {
        inWork.delete(key)
      }
    },
    async picture(bytes, most, stranger) {
      const done = await run({ kind: 'picture', bytes, limits: most }, stranger)
      return done && 'image' in done ? done : null
    },
    async close() {
      await Promise.all([...children].map(end))
    },
  }
}

function asPdf(done: Done): RewrittenPdf {
  return done && ('pages' in done || 'refused' in done) ? done : { refused: refusals.tooMuch }
}

/** What a process of its own answers; null where it ended, or was ended, without an answer. */
async function runOne(work: Work, allowance: Allowance, children: Set<ChildProcess>): Promise<Done> {
  const child = fork(new URL('./child.ts', import.meta.url), [JSON.stringify(allowance)], {
    execArgv: [...flags, `--max-old-space-size=${allowance.heap}`],
    // No address of a database and no secret is in its environment.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  children.add(child)
  const { promise, resolve } = Promise.withResolvers<Done>()
  const nothing = () => resolve(null)
  const timer = setTimeout(nothing, allowance.time)
  child.once('message', (done: Done) => resolve(done))
  child.once('error', nothing).once('exit', nothing)
  child.send(work, (failure) => failure && nothing())
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await end(child)
    children.delete(child)
  }
}

/** It reads its own code, decodes pictures with a library that is not JavaScript, and watches itself: nothing else. */
const flags = [
  '--disable-warning=ExperimentalWarning',
  ...['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker'],
]

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await promise
}
