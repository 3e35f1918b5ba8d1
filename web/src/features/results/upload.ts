import {
  attachmentPiece,
  attachPdf,
  type LabReport,
  largestAttachment,
  sendAttachmentPiece,
} from '@labalaba/contract'
import * as copy from '../../copy/results.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { hashOf } from './policy.ts'

/** Why a file cannot be sent, or null. */
export function refusedAtOnce({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return copy.uploadNotPdf
  if (size > largestAttachment) return copy.uploadTooLarge
  return size === 0 ? copy.uploadEmpty : null
}

/**
 * Sends a PDF to a report piece by piece, and attaches it. A failed piece is retried a few times. Calling it again is safe;
 * pieces in `sent` are not sent again.
 */
export async function sendPdf(
  { id, versions }: LabReport,
  file: File,
  sent: Set<string>,
  onSent: (share: number) => void,
): Promise<void> {
  const hash = await hashOf(file)
  if (hash === null) throw new ApiFailure(0, 'unreadable', copy.uploadUnreadable)
  for (let from = 0; from < file.size; from += attachmentPiece) {
    const params = { id, hash, piece: String(from / attachmentPiece) }
    const name = `${hash} ${params.piece}`
    if (!sent.has(name)) {
      const bytes = toBase64(await file.slice(from, from + attachmentPiece).arrayBuffer())
      await again(() => call(sendAttachmentPiece, { params, body: { bytes } }))
      sent.add(name)
    }
    onSent(Math.min(1, (from + attachmentPiece) / file.size))
  }
  try {
    const basedOn = versions[0]?.enteredAt ?? null
    await again(() => call(attachPdf, { params: { id }, body: { hash, basedOn } }))
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.code === 'pieces_missing') sent.clear()
    throw failure
  }
}

/** Before the second, third and fourth try, in milliseconds. */
const pauses = [1000, 3000, 6000]

/** Retries if no response came, or for status 502, 503 or 504. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (const pause of pauses)
    try {
      return await act()
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || ![0, 502, 503, 504].includes(failure.status)) throw failure
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  return await act()
}

/** Encodes as Base64, in parts of 8192 bytes: a browser limits the number of arguments. */
function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  let text = ''
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return btoa(text)
}
