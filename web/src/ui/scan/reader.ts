import type { decode } from './decoder.ts'

/** Looks at what a video shows now: answers the text of the first code in it, or null. */
export type Reader = (screen: HTMLVideoElement) => Promise<string | null>

/** What of the browser's own reader is used; many browsers have none. */
type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type DetectorMaker = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const formats = ['code_128', 'qr_code']

/** Whether codes can be scanned here; typing them is always possible. */
export function canScan(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/**
 * The browser's own reader where it has one for both kinds of codes, and ours where it has none or it gives up, as it
 * does on phones without the service behind it. Throws where ours is needed and cannot be fetched.
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
  return async (screen) => (context ? lookAt(screen, context, decode) : null)
}

/** The longer side of a picture that is looked at, in points: enough for a label that a hand holds up. */
const longest = 1280

function lookAt(
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
