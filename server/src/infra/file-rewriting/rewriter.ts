import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { refusals } from './pdf/refusals.ts'
import type { PdfLimits, RewrittenPdf } from './pdf/rewrite-pdf.ts'
import type { PictureLimits, RewrittenPicture } from './picture.ts'
import { openTurns, type Stranger } from './turns.ts'
import type { Allowance, Done, Work } from './work.ts'

/** Rewrites files of other people, so that hidden contents of them are never given to anyone. */
export type Rewriter = {
  /**
   * Rewrites a PDF; concurrent requests of staff with the same file share one run. A file that takes too long or too much
   * memory is refused. A stranger's file waits for those of staff. Throws DomainError `busy`.
   */
  pdf(file: Uint8Array, limits: PdfLimits, stranger?: Stranger): Promise<RewrittenPdf>
  /** Rewrites a picture, with the same priorities; null if it is not a picture. Throws DomainError `busy`. */
  picture(file: Uint8Array, limits: PictureLimits, stranger?: Stranger): Promise<RewrittenPicture | null>
  close(): Promise<void>
}

type Limits = { readonly pdf: Allowance; readonly picture: Allowance }
const usual: Limits = {
  pdf: { work: 15_000, time: 180_000, heap: 256, memory: 768 },
  picture: { work: 8000, time: 180_000, heap: 128, memory: 512 },
}
/** How many files may wait for the running one: PDFs or pictures of staff, and any files of strangers. */
const mostWaiting = { pdf: { staff: 4, strangers: 4 }, picture: { staff: 8, strangers: 4 } } as const

/** A rewriter with a separate process for each file, one PDF and one picture at a time. */
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

/** The response of a separate process; null if it ended, or was killed, without one. */
async function runOne(work: Work, allowance: Allowance, children: Set<ChildProcess>): Promise<Done> {
  const child = fork(new URL('./child.ts', import.meta.url), [JSON.stringify(allowance)], {
    execArgv: [...flags, `--max-old-space-size=${allowance.heap}`],
    // An empty environment: no database address and no secret.
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

/** The process may read its code, load the native picture library and start its watch thread; nothing else. */
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
