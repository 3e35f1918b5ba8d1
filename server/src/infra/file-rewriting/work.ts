import type { PdfLimits, RewrittenPdf } from './pdf/rewrite-pdf.ts'
import type { PictureLimits, RewrittenPicture } from './picture.ts'

/** The request to a process, and its response. */
export type Work =
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array; readonly limits: PdfLimits }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly limits: PictureLimits }
export type Done = RewrittenPdf | RewrittenPicture | null

/** The limits for one file: times in milliseconds, memory in megabytes. */
export type Allowance = {
  /** Processor time, so that a busy machine does not make a file fail. */
  readonly work: number
  /** Elapsed time, for a process that hangs. */
  readonly time: number
  /** The JavaScript heap. */
  readonly heap: number
  /** The whole process: buffers are outside the heap. */
  readonly memory: number
}
