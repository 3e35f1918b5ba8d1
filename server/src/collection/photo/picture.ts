import { largestPhoto, longestPhotoSide } from '@labalaba/contract'

/** A JPEG that holds nothing but its picture. */
export type Picture = { readonly image: Buffer; readonly width: number; readonly height: number }

/** What a picture needs: tables, one frame, where restarts are, and scans. All else is said about it. */
const tables = 0xdb
const codes = 0xc4
const restarts = 0xdd
const scan = 0xda
const end = 0xd9
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]

/** APP0 to APP15 and comments: where it was taken, by what and when, a small copy of it, anything. */
const isRemark = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
/** In a scan these belong to it: a byte that looks like a marker, and where it may be taken up again. */
const isWithin = (marker: number | undefined) => marker === 0 || (marker !== undefined && isRestart(marker))
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** A phone sends ten scans at most; each more is work for whoever looks at it. */
const mostScans = 16

/**
 * The picture of a JPEG without anything else that was in the file: neither remarks, such as where it was taken, nor what
 * comes behind its end. Null for what is no whole JPEG as phones and browsers make them. It takes one walk over few bytes.
 */
export function cleanPicture(file: Buffer): Picture | null {
  if (file.length > largestPhoto || file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return null
  const kept: Buffer[] = [file.subarray(0, 2)]
  let frame: Frame | null = null
  let scans = 0
  for (let at = 2; ; ) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at += 1
    const marker = file[at] === 0xff ? file[at + 1] : undefined
    if (marker === undefined) return null
    if (marker === end)
      return frame && scans > 0 ? pictureOf([...kept, file.subarray(at, at + 2)], frame) : null
    const part = segmentAt(file, at)
    if (part === null) return null
    at += part.length
    if (isRemark(marker)) continue
    kept.push(part)
    if (marker === scan) {
      scans += 1
      const until = endOfScan(file, at)
      if (scans > mostScans || !frame || !isScanOf(frame, part) || until === at) return null
      kept.push(file.subarray(at, until))
      at = until
    } else if (frames.includes(marker)) {
      if (frame) return null
      frame = frameOf(part)
      if (!frame) return null
    } else if (!isTable(marker, part)) return null
  }
}

function pictureOf(kept: readonly Buffer[], { width, height }: Frame): Picture {
  return { image: Buffer.concat(kept), width, height }
}

/** The segment that begins with the marker at this place; null where it is not all there. */
function segmentAt(file: Buffer, at: number): Buffer | null {
  if (at + 4 > file.length) return null
  const length = file.readUInt16BE(at + 2)
  return length < 2 || at + 2 + length > file.length ? null : file.subarray(at, at + 2 + length)
}

/** Where the next marker stands that is not of the scan. */
function endOfScan(file: Buffer, from: number): number {
  let at = from
  while (at < file.length && (file[at] !== 0xff || isWithin(file[at + 1]))) at += 1
  return at
}

type Frame = { readonly width: number; readonly height: number; readonly components: readonly number[] }

/** How large the picture is and what it is made of: grey, or in colours, with eight bits each. */
function frameOf(part: Buffer): Frame | null {
  const count = part.length > 9 ? (part[9] ?? 0) : 0
  if ((count !== 1 && count !== 3) || part.length !== 10 + 3 * count || part[4] !== 8) return null
  const [height, width] = [part.readUInt16BE(5), part.readUInt16BE(7)]
  const longest = Math.max(width, height)
  if (Math.min(width, height) < 1 || longest > longestPhotoSide) return null
  const components = Array.from({ length: count }, (_, index) => part[10 + 3 * index] ?? 0)
  return new Set(components).size === count ? { width, height, components } : null
}

/** Whether a scan is of components that the frame has. */
function isScanOf({ components }: Frame, part: Buffer): boolean {
  const count = part.length > 4 ? (part[4] ?? 0) : 0
  if (count < 1 || count > components.length || part.length !== 8 + 2 * count) return false
  return Array.from({ length: count }, (_, index) => part[5 + 2 * index]).every(
    (one) => one !== undefined && components.includes(one),
  )
}

function isTable(marker: number, part: Buffer): boolean {
  if (marker === tables) return areQuantities(part.subarray(4))
  if (marker === codes) return areCodes(part.subarray(4))
  return marker === restarts && part.length === 6
}

/** Tables of 64 numbers of one or two bytes, each behind a byte that says which. */
function areQuantities(body: Buffer): boolean {
  let at = 0
  while (at < body.length) {
    const which = body[at] ?? 0
    if (which >> 4 > 1 || (which & 15) > 3) return false
    at += 65 + (which >> 4) * 64
  }
  return at === body.length && at > 0
}

/** Tables of codes: how many there are of each length, and then as many bytes. */
function areCodes(body: Buffer): boolean {
  let at = 0
  while (at < body.length) {
    const which = body[at] ?? 0
    const counts = body.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, one) => sum + one, 0)
    if (which >> 4 > 1 || (which & 15) > 3 || counts.length < 16 || total > 256) return false
    at += 17 + total
  }
  return at === body.length && at > 0
}
