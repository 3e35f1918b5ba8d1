import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { decode, type Picture } from './decoder.ts'

/** The bars of our labels, a sign for each module; 1 is dark. */
const bars = {
  '261-00042':
    '110100111001110010011011101011110100111001101001101110010011101100101110111101101100110010110111000100100011001100011101011',
  '26ZZ-123456':
    '11010011100111001001101110101111011101100010111011000101001101110010111011110101100111001000101100011100010110101111010001100011101011',
  'LB-7K2M-9QWE':
    '11010010000100011011101000101100010011011100111011011101011000111011001110010101110110001001101110011100101100110100011101110100011010001101000100110000101100011101011',
}

type Paint = (x: number, y: number) => number

/** A camera picture: `paint` decides what is light or dark, in the middle of a grey frame. */
function picture(width: number, height: number, paint: Paint): Picture {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = paint(x, y)
      data.set([light, light, light, 255], (y * width + x) * 4)
    }
  return { width, height, data }
}

/** Bars, each module `module` points wide, with the quiet zone that a label has beside them. */
function barPaint(modules: string, module: number): Paint {
  return (x, y) => {
    const at = Math.floor((x - 60) / module)
    const isOnBars = y > 120 && y < 240 && at >= 0 && at < modules.length
    return isOnBars && modules[at] === '1' ? 30 : 215
  }
}

/** As a slightly blurred lens shows it. */
const blurred =
  (paint: Paint): Paint =>
  (x, y) =>
    (paint(x - 1, y) + paint(x, y) * 2 + paint(x + 1, y)) / 4

/** As a hand holds it, turned by some degrees around the middle. */
const tilted =
  (paint: Paint, degrees: number, [middleX, middleY]: readonly [number, number]): Paint =>
  (x, y) => {
    const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
    const [right, down] = [x - middleX, y - middleY]
    return paint(middleX + right * cosine + down * sine, middleY - right * sine + down * cosine)
  }

describe.each(Object.entries(bars))('the bars of %s', (text, modules) => {
  const straight = barPaint(modules, 3)
  test.each<[string, Paint]>([
    ['as they are printed', straight],
    ['out of focus', blurred(straight)],
    ['upside down', (x, y) => straight(639 - x, 359 - y)],
    ['held at an angle', tilted(straight, 8, [320, 180])],
    ['in the shade on one side', (x, y) => straight(x, y) * (0.35 + (0.65 * x) / 640)],
    ['between other objects', (x, y) => (y < 100 ? (x * 7 + y * 13) % 200 : straight(x, y))],
  ])('are read %s', (_, paint) => {
    expect(decode(picture(640, 360, paint))).toBe(text)
  })

  test('are read sideways', () => {
    expect(decode(picture(360, 640, (x, y) => straight(y, x)))).toBe(text)
  })
})

test('a partly covered barcode is not read', () => {
  const paint = barPaint(bars['261-00042'], 3)
  expect(decode(picture(640, 360, (x, y) => (x > 250 && x < 290 ? 215 : paint(x, y))))).toBeNull()
})

test('a barcode with one altered figure has a wrong check digit, and is not read', () => {
  const altered = `${bars['261-00042'].slice(0, 22)}11011001100${bars['261-00042'].slice(33)}`
  expect(decode(picture(640, 360, barPaint(altered, 3)))).toBeNull()
})

test('a picture without a code gives nothing', () => {
  expect(decode(picture(640, 360, () => 128))).toBeNull()
  expect(decode(picture(640, 360, (x, y) => (x * 31 + y * 17) % 256))).toBeNull()
})

test.each(['261-00042', 'LB-7K2M-9QWE-4RTY-X3P8'])('the QR code of %s is read, also tilted', (text) => {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const paint: Paint = (x, y) => {
    const [row, column] = [Math.floor((y - 60) / 7), Math.floor((x - 150) / 7)]
    return row >= 0 && row < size && column >= 0 && data[row]?.[column] ? 25 : 220
  }
  expect(decode(picture(640, 480, paint))).toBe(text)
  expect(decode(picture(640, 480, tilted(paint, 20, [280, 180])))).toBe(text)
})
