import { largestPhoto } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { frame, jpegOf, part, scan, whereabouts } from '../../../test/pictures.ts'
import { cleanPicture } from './picture.ts'

const remark = part(0xfe, Buffer.from('taken by Femi'))
const small = part(0xe2, Buffer.from('ICC_PROFILE'))

test('a picture is kept as it is, with its size', () => {
  const file = jpegOf({ size: [1600, 1200] })
  expect(cleanPicture(file)).toEqual({ image: file, width: 1600, height: 1200 })
})

test('what is said about a picture, and what comes behind it, is taken out wherever it stands', () => {
  const plain = jpegOf()
  const [first, second] = [scan([1, 2]), scan([3, 0xff, 0x00, 0xff, 0xd0, 4])]
  const two = jpegOf({ parts: [frame(8, 8, 0xc2), first, second] })
  for (const [dirty, clean] of [
    [jpegOf({ before: [whereabouts, remark, small] }), plain],
    [jpegOf({ behind: Buffer.from('PK\u0003\u0004<script>') }), plain],
    [jpegOf({ before: [Buffer.from([0xff, 0xff]), remark] }), plain],
    [jpegOf({ parts: [frame(8, 8, 0xc2), remark, first, whereabouts, second, remark] }), two],
  ] as const) {
    const picture = cleanPicture(dirty)
    expect(picture?.image).toEqual(clean)
    expect(picture?.image.toString('latin1')).not.toMatch(/GPS|Femi|script|ICC/)
  }
})

test('what is no whole picture, or more than one, is refused', () => {
  const whole = jpegOf()
  const refused = {
    nothing: Buffer.alloc(0),
    text: Buffer.from('<svg onload="alert(1)"/>'),
    'a PNG': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    'no scan': jpegOf({ parts: [frame(8, 8)] }),
    'an empty scan': jpegOf({ parts: [frame(8, 8), scan([])] }),
    'a scan before its frame': jpegOf({ parts: [scan(), frame(8, 8)] }),
    'a scan of what the frame has not': jpegOf({ parts: [frame(8, 8), scan([0], 2)] }),
    'two frames': jpegOf({ parts: [frame(8, 8), frame(8, 8), scan()] }),
    'a frame of no size': jpegOf({ parts: [frame(0, 8), scan()] }),
    'a frame that is too large': jpegOf({ parts: [frame(8, 2049), scan()] }),
    'a frame of a kind that browsers do not show': jpegOf({ parts: [frame(8, 8, 0xc9), scan()] }),
    'a frame of twelve bits': jpegOf({
      parts: [part(0xc1, Buffer.from([12, 0, 8, 0, 8, 1, 1, 17, 0])), scan()],
    }),
    'four colours': jpegOf({
      parts: [part(0xc0, Buffer.from([8, 0, 8, 0, 8, 4, 1, 17, 0, 2, 17, 0, 3, 17, 0, 4, 17, 0])), scan()],
    }),
    'seventeen scans': jpegOf({ parts: [frame(8, 8), ...Array.from({ length: 17 }, () => scan())] }),
    'a table that ends early': jpegOf({ before: [part(0xdb, Buffer.from([0, 1, 2]))] }),
    'codes that are too many': jpegOf({ before: [part(0xc4, Buffer.alloc(17, 0xff))] }),
    'a part that is longer than the file': Buffer.concat([
      whole.subarray(0, 2),
      Buffer.from([0xff, 0xe1, 0xff, 0xff]),
    ]),
    'a part shorter than its own length': Buffer.concat([
      whole.subarray(0, 2),
      Buffer.from([0xff, 0xe1, 0x00, 0x01]),
      whole.subarray(2),
    ]),
    'too many bytes': jpegOf({ parts: [frame(8, 8), scan(Array.from({ length: largestPhoto }, () => 1))] }),
  }
  for (const [what, file] of Object.entries(refused)) expect([what, cleanPicture(file)]).toEqual([what, null])
  for (let length = 0; length < whole.length; length += 1)
    expect([length, cleanPicture(whole.subarray(0, length))]).toEqual([length, null])
})

test('whatever bytes come, it ends, and what it keeps it keeps again', () => {
  const whole = jpegOf({ before: [whereabouts] })
  let seed = 1
  const die = (sides: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % sides
  }
  for (let round = 0; round < 5_000; round += 1) {
    const file = Buffer.from(whole)
    for (let change = 0; change <= die(4); change += 1) file[die(file.length)] = die(256)
    const picture = cleanPicture(file)
    if (picture) expect(cleanPicture(picture.image)).toEqual(picture)
  }
})
