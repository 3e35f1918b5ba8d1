import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** How many points of the picture a module of the square is wide. */
const points = 8

/** The light edge around a square, in modules, which ISO/IEC 18004 asks for. */
const edge = 4

/** A text as a square that a camera reads: black on white, in a PNG of about a kilobyte. */
export function squarePng(text: string): Uint8Array {
  const { data, size } = encode(text, { ecc: 'M', border: edge })
  const side = size * points
  const line = (row: readonly boolean[]) => {
    const bytes = Buffer.alloc(1 + Math.ceil(side / 8), 255)
    // Each line begins with how it is packed, which is not at all.
    bytes[0] = 0
    for (let x = 0; x < side; x++)
      if (row[Math.floor(x / points)]) bytes[1 + (x >> 3)] = (bytes[1 + (x >> 3)] ?? 0) & ~(128 >> (x & 7))
    return bytes
  }
  const lines = data.flatMap((row) => Array.from({ length: points }, () => line(row)))
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit for each point, which is black or white.
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

/** A piece of a PNG: how long it is, what it is, what is in it, and a sum to check it by. */
function piece(kind: string, inside: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), inside])
  const [long, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  long.writeUInt32BE(inside.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([long, named, sum])
}
