import type { LabOrder, WorkStage } from '@labalaba/contract'
import type { MemberRow } from '../labs/index.ts'
import type { OrderRow } from '../orders/index.ts'
import {
  dutiesFor,
  isInForce,
  isOutstanding,
  type ReadyTest,
  type SpecimenRow,
  type SpecimenState,
} from '../specimens/index.ts'

type Sample = Pick<SpecimenRow, 'state' | 'replaces' | 'untaken'>

/** The stage of an order in a lab's work; null if the lab is finished with it. */
export function stageOf(state: OrderRow['state'], again: boolean): WorkStage | null {
  if (state === 'scheduled') return again ? 'again' : 'to_come'
  if (state === 'sample_collected') return 'collected'
  if (state === 'lab_processing') return 'in_lab'
  return state === 'results_ready' ? 'done' : null
}

/** Whether a result is out for any test of a sample. */
export function isReported(
  { tests }: { readonly tests: readonly ReadyTest[] },
  out: readonly ReadyTest[],
): boolean {
  return tests.some((one) => out.some((test) => test.position === one.position && test.testId === one.testId))
}

/**
 * Whether the lab's desk may take the sample: of a walk-in patient, of one whose sample must be taken again (no
 * phlebotomist is sent for that), and of one to whom no phlebotomist goes.
 */
export function isTakenAtDesk(
  { order, noPhlebotomist }: { readonly order: Pick<OrderRow, 'mode'>; readonly noPhlebotomist: boolean },
  specimens: readonly Sample[],
): boolean {
  return order.mode === 'walkin' || specimens.some(isOutstanding) || noPhlebotomist
}

/** What a staff member with these duties may do with an order now. */
export function mayDo(
  seen: { readonly order: Pick<OrderRow, 'state' | 'mode'>; readonly noPhlebotomist: boolean },
  specimens: readonly Sample[],
  nothingTaken: boolean,
  duties: MemberRow['duties'],
): LabOrder['may'] {
  const { order } = seen
  const can = (act: keyof LabOrder['may']) => dutiesFor[act].some((duty) => duties.includes(duty))
  const some = (state: SpecimenState) => specimens.some((one) => one.state === state)
  const scheduled = order.state === 'scheduled'
  const here = scheduled && isTakenAtDesk(seen, specimens)
  const under = scheduled || order.state === 'sample_collected'
  return {
    checkIn: can('checkIn') && here && specimens.length === 0 && !nothingTaken,
    collect: can('collect') && here && some('expected'),
    attend: can('attend') && here && nothingTaken,
    print: can('print') && specimens.some(isInForce) && order.state !== 'cancelled',
    changeRequest:
      can('changeRequest') && (under || order.state === 'lab_processing' || order.state === 'results_ready'),
    receive: can('receive') && under && some('collected'),
    reject:
      can('reject') && (under || order.state === 'lab_processing') && (some('collected') || some('received')),
  }
}
