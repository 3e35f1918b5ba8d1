/** What of the browser's reader of barcodes is used; not every browser has one. */
type Reader = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type ReaderMaker = new (options: { formats: readonly string[] }) => Reader

function readerMaker(): ReaderMaker | undefined {
  return (globalThis as { BarcodeDetector?: ReaderMaker }).BarcodeDetector
}

/** Whether labels can be scanned here; typing them is always possible. */
export function canScan(): boolean {
  return readerMaker() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/** Reads labels, or null where the browser has no reader. */
export function openReader(): Reader | null {
  const Maker = readerMaker()
  return Maker ? new Maker({ formats: ['code_128', 'qr_code'] }) : null
}
