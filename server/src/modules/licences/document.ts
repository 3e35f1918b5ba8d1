import { largestLicence } from '@labalaba/contract'
import type { Rewriter } from '../../infra/file-rewriting/rewriter.ts'
import type { Stranger } from '../../infra/file-rewriting/turns.ts'

/** A document as it is stored: rewritten from the file, so that it holds only its visible content. */
export type Document = { readonly bytes: Buffer; readonly type: 'application/pdf' | 'image/jpeg' }
/**
 * Turns an uploaded file into a document, or returns why it cannot. Each account has one file at a time in the queue, which
 * is admitted before it is read. Throws DomainError `busy`.
 */
export type ReadDocument = (
  file: Buffer,
  sender: Stranger,
) => Promise<Document | { readonly refused: string }>

const pdfLimits = { bytes: largestLicence, rewrittenBytes: 2 * largestLicence, pages: 10 }
/** A picture of this size still shows the small print of a certificate. */
const pictureLimits = { bytes: largestLicence, side: 2400 }

/** Reads documents as PDFs or pictures: a file that begins with `%PDF-` is read as a PDF. */
export function openDocumentReader(rewriter: Rewriter): ReadDocument {
  return async (file, sender) => {
    if (file.subarray(0, 5).toString('latin1') === '%PDF-') {
      const pdf = await rewriter.pdf(file, pdfLimits, sender)
      return 'refused' in pdf ? pdf : { bytes: Buffer.from(pdf.file), type: 'application/pdf' }
    }
    const picture = await rewriter.picture(file, pictureLimits, sender)
    if (picture) return { bytes: Buffer.from(picture.image), type: 'image/jpeg' }
    return { refused: 'This is not a photo or a PDF that we can read. Take the photo again, and send that.' }
  }
}
