import * as paper from '../../../infra/pdf/renderer.ts'
import type { StatementSheet } from './content.ts'

/** Draws statements in worker threads. */
export function openStatementPress(): paper.Press<StatementSheet> {
  return paper.openPress(new URL('./printing-thread.ts', import.meta.url))
}
