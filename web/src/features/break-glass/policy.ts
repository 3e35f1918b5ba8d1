import type { BreakGlassStatus } from '@labalaba/contract'

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
