import { inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrCodePng } from './qr-code.ts'

/** The points of a PNG of one bit a point, as a canvas would show them. */
function shown(png: Uint8Array): { width: number; height: number; data: Uint8ClampedArray } {
  const bytes = Buffer.from(png)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const long = bytes.readUInt32BE(33)
  expect(bytes.toString('latin1', 37, 41)).toBe('IDAT')
  const lines = inflateSync(bytes.subarray(41, 41 + long))
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const byte = lines[y * (1 + Math.ceil(width / 8)) + 1 + (x >> 3)] ?? 0
      if ((byte & (128 >> (x & 7))) === 0) data.set([0, 0, 0], (y * width + x) * 4)
    }
  return { width, height, data }
}

test.each(['LB-7K2M-9QWE-4RTY-X3P8', 'LB-0000-0000-0000-0000'])(
  'the QR code of %s is read back from its picture, which is small',
  (text) => {
    const png = qrCodePng(text)
    expect(decodeQR(shown(png))).toBe(text)
    expect(png.length).toBeLessThan(1500)
  },
)
