const marker = (code: number) => Buffer.from([0xff, code])

/** A part of a JPEG: its marker, its length, and its content. */
function part(code: number, body: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length + 2)
  return Buffer.concat([marker(code), length, body])
}

/** The position that phones write beside a picture. */
export const whereabouts = part(0xe1, Buffer.from('Exif\0\0GPS 6.5095N 3.3711E, by a Tecno phone'))

const quantities = part(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]))
const codesOf = (which: number) =>
  part(0xc4, Buffer.concat([Buffer.from([which, 1]), Buffer.alloc(15), Buffer.from([0])]))

/** The size of a grey picture. */
function frame(width: number, height: number): Buffer {
  const body = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  body.writeUInt16BE(height, 1)
  body.writeUInt16BE(width, 3)
  return part(0xc0, body)
}

/** A scan of the one component, with the bytes that belong to it. */
function scan(bytes: readonly number[]): Buffer {
  return Buffer.concat([part(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from(bytes)])
}

type Built = {
  readonly size?: readonly [width: number, height: number]
  /** The bytes before the frame. */
  readonly before?: readonly Buffer[]
  /** The bytes after the end. */
  readonly behind?: Buffer
}

/** A JPEG as a decoder reads it: all of one grey; `ink` makes one that differs from others. */
export function jpegOf({ size = [8, 8], before = [], behind }: Built = {}, ink = 0): Buffer {
  const [width, height] = size
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  // Two bits for each block: its grey is that of the block before, and nothing follows.
  const bytes = Array.from({ length: Math.ceil(blocks / 4) }, () => 0)
  return Buffer.concat([
    marker(0xd8),
    ...before,
    quantities,
    codesOf(0x00),
    codesOf(0x10),
    frame(width, height),
    scan([...bytes, ink]),
    marker(0xd9),
    ...(behind ? [behind] : []),
  ])
}
