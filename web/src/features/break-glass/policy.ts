import type { BreakGlassStatus } from '@labalaba/contract'
import * as copy from '../../copy/break-glass.ts'

/** The offer to open what needs action; after an opening it is about later results alone. */
export function offerWords(hasOpened: boolean): string {
  return hasOpened ? copy.canOpenLater : copy.canOpen
}

/**
 * Whether to show the button although the server names no result: a sensitive result that needs action is opened, but never
 * announced. Not to a doctor whom the patient has refused.
 */
export function mayTryBreakGlass({
  mayOpen,
  verified,
  consent,
}: Pick<BreakGlassStatus, 'mayOpen' | 'verified' | 'consent'>): boolean {
  return !mayOpen && verified && consent !== 'withdrawn' && consent !== 'refused'
}
