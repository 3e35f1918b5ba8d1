import * as paper from '../../../infra/pdf/renderer.ts'
import type { ReportDocument } from './content.ts'

/** Draws report PDFs in worker threads. */
export type ReportRenderer = paper.Renderer<ReportDocument>

export function openReportRenderer(): ReportRenderer {
  return paper.openRenderer(new URL('./drawing.ts', import.meta.url), { atOnce: 1, waiting: 40 })
}
