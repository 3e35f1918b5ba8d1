import type { QueueLimits } from '../../../infra/pdf/fair-queue.ts'
import * as paper from '../../../infra/pdf/renderer.ts'
import type { ReceiptContent } from './content.ts'

/** Draws receipts in a separate thread. */
export type Press = paper.Press<ReceiptContent>

/** Opens a press for receipts. */
export function openPress(limits?: QueueLimits): Press {
  return paper.openPress(new URL('./printing-thread.ts', import.meta.url), limits)
}
