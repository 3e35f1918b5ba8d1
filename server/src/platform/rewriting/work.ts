import type { PdfLimits, RewrittenPdf } from './pdf/rewrite-pdf.ts'
import type { PictureLimits, RewrittenPicture } from './picture.ts'

/** What a process is asked to rewrite, and what it answers. */
export type Work =
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array; readonly limits: PdfLimits }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly limits: PictureLimits }
export type Done = RewrittenPdf | RewrittenPicture | null

/** What one file may take: times in milliseconds, memory in megabytes. */
export type Allowance = {
  /** Of the processor: a busy machine makes no file hostile. */
  readonly work: number
  /** By the clock, where a process stands still. */
  readonly time: number
  /** Of objects. */
  readonly heap: number
  /** Of the whole process: bytes lie outside the heap. */
  readonly memory: number
}
