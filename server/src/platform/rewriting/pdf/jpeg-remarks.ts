import { NotRewritable } from './refusals.ts'

const scan = 0xda
/** What a decoder needs to know of the colours, as Adobe's programs write it. */
const adobe = 0xee

/** APP0 to APP15 and comments: where a picture was taken, by what and when, a small copy of it, anything. */
const isRemark = (marker: number) => (marker >= 0xe0 && marker <= 0xef && marker !== adobe) || marker === 0xfe

/** A JPEG of a PDF without what stands in it beside the picture. Throws NotRewritable where it is none. */
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
