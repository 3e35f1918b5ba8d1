/** The longest side in pixels, and the JPEG quality from 0 to 1. */
export type Drawing = readonly [longest: number, quality: number]

const start = 'data:image/jpeg;base64,'

/**
 * Redraws a picture as a JPEG of at most `mostBytes` bytes, with the first drawing that is small enough, and returns it
 * as a data URL. Metadata of the file, such as where it was taken, is not copied. Null if the file is no picture or no
 * drawing fits.
 */
export async function jpegWithin(
  file: Blob,
  mostBytes: number,
  drawings: readonly Drawing[],
): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  try {
    for (const drawing of drawings) {
      const drawn = drawnAt(picture, drawing)
      if (!drawn?.startsWith(start)) return null
      if (drawn.length - start.length <= (mostBytes / 3) * 4) return drawn
    }
    return null
  } finally {
    picture.close()
  }
}

function drawnAt(picture: ImageBitmap, [longest, quality]: Drawing): string | null {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, sizeWithin(picture, longest))
  const paper = canvas.getContext('2d')
  if (!paper) return null
  // Transparent areas would become black in a JPEG.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', quality)
}

/** The size of a picture scaled so that no side is longer than `longest`; a small one keeps its size. */
export function sizeWithin(
  { width, height }: { readonly width: number; readonly height: number },
  longest: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The bytes of a picture as base64, as they are sent. */
export function bytesOf(picture: string): string {
  return picture.slice(start.length)
}
