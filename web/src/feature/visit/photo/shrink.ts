import { largestPhoto } from '@labalaba/contract'
import { sizeWithin } from './rules.ts'

/** How long a side is at most, and how finely it is drawn: the first that is small enough to send is taken. */
const tries = [
  ...([[1600, 0.8] as const, [1600, 0.65] as const, [1600, 0.5] as const, [1280, 0.6] as const] as const),
  ...([[1024, 0.6] as const, [800, 0.5] as const] as const),
] as const

const start = 'data:image/jpeg;base64,'

/**
 * A picture drawn anew, so small that a slow network brings it, as an address that holds it whole. Nothing that stood in
 * the file beside the picture comes with it, such as where it was taken. Null for what is no picture.
 */
export async function shrink(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  try {
    for (const [longest, quality] of tries) {
      const drawn = drawnAt(picture, longest, quality)
      if (!drawn?.startsWith(start)) return null
      if (drawn.length - start.length <= (largestPhoto / 3) * 4) return drawn
    }
    return null
  } finally {
    picture.close()
  }
}

function drawnAt(picture: ImageBitmap, longest: number, quality: number): string | null {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, sizeWithin(picture, longest))
  const paper = canvas.getContext('2d')
  if (!paper) return null
  // What is see-through in a picture would be black in a JPEG.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', quality)
}

/** What is sent of a picture: its bytes as base64. */
export function bytesOf(picture: string): string {
  return picture.slice(start.length)
}
