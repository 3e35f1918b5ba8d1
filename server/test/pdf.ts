import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  attachmentPiece,
  attachPdf,
  largestAttachment,
  mostAttachmentPages,
  sendAttachmentPiece,
} from '@labalaba/contract'
import { rewritePdf } from '../src/infra/file-rewriting/pdf/rewrite-pdf.ts'
import type { Caller, Got } from './caller.ts'

type Made = {
  readonly pages?: number
  readonly words?: string
  /** Additional entries of the catalog. */
  readonly catalog?: string
  /** Additional entries of each page, and of its resources. */
  readonly page?: string
  readonly resources?: string
  /** More pages, as references. */
  readonly kids?: readonly string[]
  /** The stream that draws each page, instead of the text. */
  readonly contents?: string
  /** More objects, numbered from 300 on. */
  readonly objects?: readonly string[]
  readonly trailer?: string
}

/** A small PDF, written by hand, as a lab device may produce one. */
export function pdfOf({ pages = 1, words = 'Sinus rhythm', ...more }: Made = {}): Buffer {
  const said = `BT /F1 24 Tf 72 720 Td (${words}) Tj ET`
  const own = Array.from({ length: pages }, (_, index) => `${10 + index} 0 R`)
  const kids = [...own, ...(more.kids ?? [])]
  const objects: [number, string][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`],
    [2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [4, more.contents ?? `<< /Length ${said.length} >>\nstream\n${said}\nendstream`],
    ...own.map((_, index): [number, string] => [
      10 + index,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> ${more.resources ?? ''} >> ${more.page ?? ''} >>`,
    ]),
    ...(more.objects ?? []).map((object, index): [number, string] => [300 + index, object]),
  ]
  let text = '%PDF-1.7\n'
  const places = new Map<number, number>()
  for (const [number, object] of objects) {
    places.set(number, text.length)
    text += `${number} 0 obj\n${object}\nendobj\n`
  }
  const start = text.length
  text += 'xref\n0 1\n0000000000 65535 f \n'
  for (const [number, place] of places) text += `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`
  text += `trailer\n<< /Size 400 /Root 1 0 R ${more.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** A stream in which these objects are packed, as newer programs write them; it may claim another type. */
export function packed(objects: string, said = '/Type /ObjStm /N 1 /First 4'): string {
  const bytes = deflateSync(Buffer.from(objects, 'latin1')).toString('latin1')
  return `<< ${said} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`
}

/** As reports request it. */
export const pdfLimits = {
  bytes: largestAttachment,
  rewrittenBytes: 8 * 1024 * 1024,
  pages: mostAttachmentPages,
}

/** What a report stores of a PDF. */
export async function rewrittenOf(file: Uint8Array): Promise<Buffer> {
  const made = await rewritePdf(file, pdfLimits)
  if ('refused' in made) throw new Error(made.refused)
  return Buffer.from(made.file)
}

export const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** Sends the pieces of a file to a report. */
export async function sendPieces(caller: Caller, id: string, file: Buffer): Promise<void> {
  for (let from = 0; from < file.length; from += attachmentPiece) {
    const bytes = file.subarray(from, from + attachmentPiece).toString('base64')
    const params = { id, hash: hashOf(file), piece: String(from / attachmentPiece) }
    const { httpStatus, message } = await caller(sendAttachmentPiece, { params, body: { bytes } })
    if (httpStatus !== 200) throw new Error(`a piece was not taken: ${message}`)
  }
}

/** Sends a file to a report, and attaches it. */
export async function attachTo(
  caller: Caller,
  id: string,
  file: Buffer,
  basedOn: string | null,
): Promise<Got<typeof attachPdf>> {
  await sendPieces(caller, id, file)
  return await caller(attachPdf, { params: { id }, body: { hash: hashOf(file), basedOn } })
}
