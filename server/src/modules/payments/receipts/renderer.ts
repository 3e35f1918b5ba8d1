import type { QueueLimits } from '../../../infra/pdf/fair-queue.ts'
import * as paper from '../../../infra/pdf/renderer.ts'
import type { ReceiptContent } from './content.ts'

/** Draws receipts in a separate thread. */
export type ReceiptRenderer = paper.Renderer<ReceiptContent>

/** Opens a renderer of receipts. */
export function openReceiptRenderer(limits?: QueueLimits): ReceiptRenderer {
  return paper.openRenderer(new URL('./drawing.ts', import.meta.url), limits)
}
