import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { jpegOf, whereabouts } from '../../../test/pictures.ts'
import { rewritePicture } from './picture.ts'

const limits = { bytes: 192 * 1024, side: 2048 }
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })

const noise = () =>
  sharp({
    create: {
      width: 700,
      height: 700,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

/** Red above, and blue below. */
const twoColours = (kind: 'jpeg' | 'png' | 'webp') =>
  blank(64, 32)
    .composite([
      { input: { create: { width: 64, height: 16, channels: 3, background: 'red' } }, top: 0, left: 0 },
      { input: { create: { width: 64, height: 16, channels: 3, background: 'blue' } }, top: 16, left: 0 },
    ])
    .toFormat(kind, { quality: 95 })

async function rewritten(file: Uint8Array) {
  const made = await rewritePicture(file, limits)
  if (!made) return null
  const { format, exif, icc, xmp, iptc } = await sharp(made.image).metadata()
  expect([format, exif, icc, xmp, iptc]).toEqual(['jpeg', undefined, undefined, undefined, undefined])
  return made
}

/** The colour of a pixel, roughly. */
async function colourAt(image: Uint8Array, left: number, top: number): Promise<string> {
  const [red = 0, , blue = 0] = await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  return red > 200 && blue < 80 ? 'red' : blue > 200 && red < 80 ? 'blue' : 'other'
}

describe('a picture is redrawn', () => {
  test('without its position, and upright as its camera meant it', async () => {
    const file = await twoColours('jpeg')
      .withExif({ IFD0: { Orientation: '6', Copyright: 'Femi' }, IFD3: { GPSLatitude: '6/1 30/1 34/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(file).metadata()).orientation).toBe(6)
    const made = (await rewritten(file)) ?? expect.unreachable()
    expect([made.width, made.height]).toEqual([32, 64])
    // Turned to the right, what was above is at the right.
    expect([await colourAt(made.image, 28, 32), await colourAt(made.image, 3, 32)]).toEqual(['red', 'blue'])
    expect(Buffer.from(made.image).toString('latin1')).not.toMatch(/Exif|Femi/)
    const own = (await rewritten(jpegOf({ before: [whereabouts] }))) ?? expect.unreachable()
    expect(Buffer.from(own.image).toString('latin1')).not.toContain('GPS')
  })

  test.each(['jpeg', 'png', 'webp'] as const)('in the format %s', async (kind) => {
    const made = (await rewritten(await twoColours(kind).toBuffer())) ?? expect.unreachable()
    expect([made.width, made.height]).toEqual([64, 32])
    expect([await colourAt(made.image, 5, 3), await colourAt(made.image, 5, 28)]).toEqual(['red', 'blue'])
  })

  test('without data after its end', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      const made = await rewritten(Buffer.concat([await twoColours(kind).toBuffer(), page]))
      expect(Buffer.from(made?.image ?? '').toString('latin1')).not.toContain('script')
      expect(made).not.toBeNull()
    }
  })

  test('smaller if it is too large, in pixels and in bytes', async () => {
    const large = await blank(4000, 1000).png().toBuffer()
    expect(await rewritten(large)).toMatchObject({ width: 2048, height: 512 })
    const made = (await rewritten(await noise().png().toBuffer())) ?? expect.unreachable()
    expect(made.image.length).toBeLessThanOrEqual(limits.bytes)
  })
})

describe('no picture is made from', () => {
  const refused: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
    nothing: () => Buffer.alloc(0),
    words: () => Buffer.from('a letter'),
    'a drawing that may run a script': () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>'),
    'a PDF': () => Buffer.from('%PDF-1.7\n%%EOF'),
    'a GIF': async () => await blank(8, 8).gif().toBuffer(),
    'a TIFF': async () => await blank(8, 8).tiff().toBuffer(),
    'more pixels than a camera has': async () =>
      await sharp({
        create: { width: 9000, height: 9000, channels: 3, background: 'white' },
        limitInputPixels: false,
      })
        .png()
        .toBuffer(),
    'what was cut off': async () => (await noise().jpeg().toBuffer()).subarray(0, -2000),
    'a PNG that was cut off': async () => (await noise().png().toBuffer()).subarray(0, -2000),
    'a picture that moves': async () => {
      const frame = (background: string) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer()
      const frames = [await frame('red'), await frame('blue')]
      return await sharp(frames, { join: { animated: true } })
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer()
    },
  }

  test.each(Object.entries(refused))('%s', async (_name, file) => {
    expect(await rewritePicture(await file(), limits)).toBeNull()
  })

  test('any bytes end in a result or a refusal', async () => {
    const whole = await twoColours('jpeg').toBuffer()
    const changed = fc
      .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 })
      .map((changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        return bytes
      })
    await fc.assert(
      fc.asyncProperty(changed, async (file) => void (await rewritten(file))),
      { numRuns: 150, seed: 20_261_126 },
    )
  }, 60_000)
})
