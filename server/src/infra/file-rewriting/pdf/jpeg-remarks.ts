import { NotRewritable } from './refusals.ts'

const scan = 0xda
/** Adobe's marker with the colour information that a decoder needs. */
const adobe = 0xee

/** APP0 to APP15 and comments: place, time and device of a picture, a thumbnail, or anything else. */
const isRemark = (marker: number) => (marker >= 0xe0 && marker <= 0xef && marker !== adobe) || marker === 0xfe

/** A JPEG of a PDF without its metadata. Throws NotRewritable if it is not a JPEG. */
export function withoutRemarks(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) throw new NotRewritable('broken')
  const kept: Buffer[] = [file.subarray(0, 2)]
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== 0xff) throw new NotRewritable('broken')
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === scan) return Buffer.concat([...kept, file.subarray(at)])
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (!isRemark(marker)) kept.push(file.subarray(at, end))
    at = end
  }
  throw new NotRewritable('broken')
}
