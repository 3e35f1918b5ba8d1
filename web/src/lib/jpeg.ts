/** How long a side is at most, in pixels, and how finely the picture is drawn, from 0 to 1. */
export type Drawing = readonly [longest: number, quality: number]

const start = 'data:image/jpeg;base64,'

/**
 * A picture drawn anew as a JPEG of at most so many bytes, by the first drawing that is small enough, as an address that
 * holds it whole. Nothing that stood in the file beside the picture comes with it, such as where it was taken. Null for what
 * is no picture.
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
  // What is see-through in a picture would be black in a JPEG.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', quality)
}

/** How large a picture is drawn so that no side is longer than `longest`; a small one stays as it is. */
export function sizeWithin(
  { width, height }: { readonly width: number; readonly height: number },
  longest: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** What is sent of a picture: its bytes as base64. */
export function bytesOf(picture: string): string {
  return picture.slice(start.length)
}
