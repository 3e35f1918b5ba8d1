import type { StateOf, Transitions } from '../../../infra/state-machine.ts'

/** The life of a version of a report. A released version stays; it becomes corrected when the next version is released. */
export const reportTransitions = {
  enter: { from: ['draft'], to: 'draft', by: ['lab', 'system'] },
  verify: { from: ['draft'], to: 'verified', by: ['lab'] },
  send_back: { from: ['verified'], to: 'draft', by: ['lab'] },
  release: { from: ['verified'], to: 'released', by: ['lab'] },
  correct: { from: ['released'], to: 'corrected', by: ['lab'] },
  withdraw: { from: ['released'], to: 'withdrawn', by: ['lab'] },
} as const satisfies Transitions

export type ReportState = StateOf<typeof reportTransitions>
