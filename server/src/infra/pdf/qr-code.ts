import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** The width of one QR module in pixels. */
const points = 8

/** The light margin around a QR code, in modules, as ISO/IEC 18004 requires. */
const edge = 4

/** The dark modules of a QR code as one path in a square of `size`, with a light margin of `border` modules. */
export function qrCodePath(text: string, border: number): { readonly size: number; readonly dark: string } {
  const { data, size } = encode(text, { ecc: 'M', border })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, dark: dark.join('') }
}

/** A text as a QR code: black on white, in a PNG of about a kilobyte. */
export function qrCodePng(text: string): Uint8Array {
  const { data, size } = encode(text, { ecc: 'M', border: edge })
  const side = size * points
  const line = (row: readonly boolean[]) => {
    const bytes = Buffer.alloc(1 + Math.ceil(side / 8), 255)
    // Each PNG row begins with its filter type: none.
    bytes[0] = 0
    for (let x = 0; x < side; x++)
      if (row[Math.floor(x / points)]) bytes[1 + (x >> 3)] = (bytes[1 + (x >> 3)] ?? 0) & ~(128 >> (x & 7))
    return bytes
  }
  const lines = data.flatMap((row) => Array.from({ length: points }, () => line(row)))
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // The bit depth: one bit per pixel, black or white.
  head[8] = 1
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const packed = deflateSync(Buffer.concat(lines), { level: 9 })
  return Buffer.concat([
    signature,
    piece('IHDR', head),
    piece('IDAT', packed),
    piece('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a PNG: length, type, data and checksum. */
function piece(kind: string, inside: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), inside])
  const [long, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  long.writeUInt32BE(inside.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([long, named, sum])
}
