import * as paper from '../../platform/paper/press.ts'
import type { SheetContent } from './content.ts'

/** Draws reports beside the program. */
export type SheetPress = paper.Press<SheetContent>

/** A press for reports. */
export function openSheetPress(): SheetPress {
  return paper.openPress(new URL('./printing-thread.ts', import.meta.url), { atOnce: 1, waiting: 40 })
}
