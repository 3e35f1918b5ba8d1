import * as paper from '../../../infra/pdf/renderer.ts'
import type { StatementDocument } from './content.ts'

/** Draws statements in worker threads. */
export function openStatementRenderer(): paper.Renderer<StatementDocument> {
  return paper.openRenderer(new URL('./drawing.ts', import.meta.url))
}
