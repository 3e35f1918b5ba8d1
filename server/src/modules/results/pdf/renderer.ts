import * as paper from '../../../infra/pdf/renderer.ts'
import type { SheetContent } from './content.ts'

/** Draws report PDFs in worker threads. */
export type SheetPress = paper.Press<SheetContent>

export function openSheetPress(): SheetPress {
  return paper.openPress(new URL('./printing-thread.ts', import.meta.url), { atOnce: 1, waiting: 40 })
}
