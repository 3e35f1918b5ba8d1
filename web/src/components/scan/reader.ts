import type { decode } from './decoder.ts'

/** Reads the current frame of a video: resolves to the text of the first code in it, or null. */
export type Reader = (screen: HTMLVideoElement) => Promise<string | null>

/** The part of the browser's own barcode detector that we use; many browsers have none. */
type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type DetectorMaker = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const formats = ['code_128', 'qr_code']

/** Whether codes can be scanned here; the user can always type them. */
export function canScan(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/**
 * The browser's own detector if it supports both kinds of codes; ours if there is none or it fails, as it does on
 * phones without the service behind it. Throws if ours is needed and cannot be fetched.
 */
export async function openReader(): Promise<Reader> {
  const detector = await openDetector().catch(() => null)
  if (!detector) return await openOurs()
  let ours: Reader | null = null
  return async (screen) => {
    if (ours) return await ours(screen)
    try {
      return (await detector.detect(screen))[0]?.rawValue ?? null
    } catch {
      ours = await openOurs()
      return null
    }
  }
}

async function openDetector(): Promise<Detector | null> {
  const Maker = (globalThis as { BarcodeDetector?: DetectorMaker }).BarcodeDetector
  if (!Maker) return null
  const supported = await Maker.getSupportedFormats()
  return formats.every((format) => supported.includes(format)) ? new Maker({ formats }) : null
}

async function openOurs(): Promise<Reader> {
  const { decode } = await import('./decoder.ts')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (screen) => (context ? decodeFrame(screen, context, decode) : null)
}

/** The longer side of a frame that is read, in pixels: enough for a label held up by hand. */
const longest = 1280

function decodeFrame(
  screen: HTMLVideoElement,
  context: CanvasRenderingContext2D,
  read: typeof decode,
): string | null {
  const { videoWidth, videoHeight } = screen
  const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight))
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
  if (width === 0 || height === 0) return null
  const { canvas } = context
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  context.drawImage(screen, 0, 0, width, height)
  return read(context.getImageData(0, 0, width, height))
}
