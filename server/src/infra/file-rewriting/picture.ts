import sharp from 'sharp'

/** A newly encoded JPEG that contains only its picture. */
export type RewrittenPicture = { readonly image: Uint8Array; readonly width: number; readonly height: number }

export type PictureLimits = {
  /** The largest result, in bytes. */
  readonly bytes: number
  /** The longest side of the result, in pixels; a larger picture is scaled down. */
  readonly side: number
}

/** How many pixels are decoded: photos of phones have at most 50 million as we request them. */
const mostPixels = 50_000_000
/** The JPEG qualities: the first with a small enough result is used. */
const tries = [80, 65, 50, 35] as const

// Allows only the decoders of JPEG, PNG and WebP; all others of the library are blocked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes a JPEG, PNG or WebP and encodes it anew as a JPEG, in the orientation that its camera recorded. Its metadata
 * (place, device), thumbnail and trailing bytes are dropped. Returns null for a damaged, animated or too large picture. Run
 * it in a process that can be killed.
 */
export async function rewritePicture(
  bytes: Uint8Array,
  limits: PictureLimits,
): Promise<RewrittenPicture | null> {
  try {
    const opened = sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels, animated: true })
    const { pages = 1 } = await opened.metadata()
    if (pages > 1) return null
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels })
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: limits.side, height: limits.side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    for (const quality of tries) {
      const image = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer()
      if (image.length <= limits.bytes) return { image, width, height }
    }
    return null
  } catch {
    return null
  }
}
