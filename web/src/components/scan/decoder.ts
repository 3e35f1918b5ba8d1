import decodeQR from 'qr/decode.js'
import { type Grey, readCode128 } from './code-128.ts'

/** The pixels of a picture: four bytes each, as a canvas returns them. */
export type Picture = {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** The text of the QR code or bar code in a picture; null if it shows neither. */
export function decode(picture: Picture): string | null {
  return squareIn(picture) ?? readCode128(greyOf(picture))
}

function squareIn({ width, height, data }: Picture): string | null {
  try {
    return decodeQR({ width, height, data }) || null
  } catch {
    // It throws for every picture without a QR code, and most have none.
    return null
  }
}

/** The lightness of each pixel, as the eye sees it (ITU-R BT.601). */
function greyOf({ width, height, data }: Picture): Grey {
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at++) {
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]]
    grey[at] = (red * 299 + green * 587 + blue * 114) / 1000
  }
  return { width, height, data: grey }
}
