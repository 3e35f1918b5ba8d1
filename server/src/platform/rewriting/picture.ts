import sharp from 'sharp'

/** A JPEG that was drawn anew: it holds nothing but its picture. */
export type RewrittenPicture = { readonly image: Uint8Array; readonly width: number; readonly height: number }

export type PictureLimits = {
  /** Of what is made, in bytes. */
  readonly bytes: number
  /** Of the longest side of what is made, in pixels; a larger picture is drawn smaller. */
  readonly side: number
}

/** How many pixels are decoded: a phone's camera takes 50 million at most, as we ask for it. */
const mostPixels = 50_000_000
/** How finely it is drawn: the first that is small enough is taken. */
const tries = [80, 65, 50, 35] as const

// One decoder, of three kinds of pictures: no other reader of the library is ever asked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes a JPEG, PNG or WebP and draws it anew as a JPEG, upright as its camera meant it. Nothing else of the file comes
 * along: where it was taken, by what, a small copy of it, what stands behind its end. Null for what is no whole picture,
 * moves, or is too large. Runs where it can be ended.
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
