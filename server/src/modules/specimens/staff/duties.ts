import type { LabOrder } from '@labalaba/contract'
import type { MemberRow } from '../../labs/index.ts'

/** The duties that allow each act at a lab: the desk collects, scientists reject, and both receive. */
export const dutiesFor = {
  checkIn: ['desk'],
  collect: ['desk'],
  attend: ['desk', 'scientist'],
  print: ['desk', 'scientist'],
  receive: ['desk', 'scientist'],
  reject: ['scientist'],
} as const satisfies Record<keyof LabOrder['may'], readonly MemberRow['duties'][number][]>
