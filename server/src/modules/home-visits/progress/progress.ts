import type { NextStep, SampleProgress, SampleStep } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { type OrderRow, presentHand } from '../../orders/index.ts'
import { isAreaServed } from '../../scheduling/index.ts'
import { isInForce, isMissed, type SpecimenRow, someIsDone, specimensOf } from '../../specimens/index.ts'
import { awaitsChoice } from '../policy.ts'
import { newestVisit, type VisitRow } from '../repository.ts'
import { nextOf } from './policy.ts'
import * as repository from './repository.ts'

/** Each specimen with its steps (what, when, by whom), and the next step of the order. */
type SamplesProgress = { readonly next: NextStep; readonly samples: SampleProgress[] }

/** The state of the work on an order. */
type WorkStatus = {
  readonly progress: SamplesProgress
  /** See `workHasBegun`. */
  readonly hasBegun: boolean
  /** The home visit at the order's time is over, and a specimen is still outstanding. */
  readonly wantsNewTime: boolean
}

type ProgressFacts = {
  readonly specimens: readonly SpecimenRow[]
  readonly steps: readonly repository.StepRow[]
  readonly visit: VisitRow | undefined
  /** A phlebotomist serves the area of a visit that is still ahead. */
  readonly areaIsServed: boolean
}

/** The state of the work on an order; each row is read once. `seen`: the patient has been seen. */
export async function sampleWorkStatus(
  db: Db,
  order: OrderRow,
  { seen, now }: { readonly seen: boolean; readonly now: Date },
): Promise<WorkStatus> {
  const facts = await readFacts(db, order)
  return {
    progress: progressOf(order, facts, now),
    hasBegun: await hasBegun(db, order, facts, seen),
    wantsNewTime: isOver(order, facts.visit),
  }
}

/**
 * Whether the newest visit of an order was at its present day and time and is made or missed, and the order still waits for
 * a specimen.
 */
function isOver(order: OrderRow, visit: VisitRow | undefined): boolean {
  if (order.state !== 'scheduled' || order.mode !== 'sampleCollection') return false
  if (visit?.visit_on !== order.collection_on || visit.visit_time !== order.collection_time) return false
  return visit.state === 'collected' || visit.state === 'delivered' || visit.state === 'missed'
}

async function hasBegun(
  db: Db,
  order: OrderRow,
  { specimens, visit }: ProgressFacts,
  seen: boolean,
): Promise<boolean> {
  if (order.state !== 'scheduled') return false
  const isAtDoor = visit?.state === 'on_the_way' && visit.arrived_at !== null
  return isAtDoor || (await someIsDone(db, order, specimens, seen))
}

/** The progress of an order's specimens, and the next step of the order. */
export async function sampleProgress(db: Db, order: OrderRow, now: Date): Promise<SamplesProgress> {
  return progressOf(order, await readFacts(db, order), now)
}

/** The next step of an order. */
export async function nextStepOf(db: Db, order: OrderRow, now: Date): Promise<NextStep> {
  return (await sampleProgress(db, order, now)).next
}

/** An unpaid order has no specimens and no visit; a walk-in order has no visit. */
async function readFacts(db: Db, order: OrderRow): Promise<ProgressFacts> {
  if (!order.paid_at) return { specimens: [], steps: [], visit: undefined, areaIsServed: true }
  const asksForVisit = order.state === 'scheduled' && order.mode === 'sampleCollection'
  const [specimens, steps, visit, areaIsServed] = await Promise.all([
    specimensOf(db, order.id),
    repository.stepsOf(db, order.id),
    order.mode === 'walkin' ? undefined : newestVisit(db, order.id),
    !asksForVisit || isAreaServed(db, order.id),
  ])
  return { specimens, steps, visit, areaIsServed }
}

function progressOf(
  order: OrderRow,
  { specimens, steps, visit, areaIsServed }: ProgressFacts,
  now: Date,
): SamplesProgress {
  const next = nextOf({
    state: order.state,
    mode: order.mode,
    now,
    awaitsChoice: awaitsChoice(order),
    day: order.collection_on,
    time: order.collection_time,
    visit: visit ? { state: visit.state, hasArrived: visit.arrived_at !== null } : null,
    isAreaServed: areaIsServed,
    samples: specimens.filter(isInForce).map((one) => ({
      state: one.state,
      isAgain: isAgain(one),
      isMissed: isMissed(one),
    })),
  })
  const shown = specimens.filter(({ state }) => state !== 'rejected')
  return { next, samples: shown.map((one) => presentSample(one, specimens, steps)) }
}

/** Whether the specimen is expected in place of a rejected one. */
function isAgain({ state, replaces }: Pick<SpecimenRow, 'state' | 'replaces'>): boolean {
  return state === 'expected' && replaces !== null
}

/** A specimen with its own steps, after those of the rejected specimens that it replaces. */
function presentSample(
  one: SpecimenRow,
  all: readonly SpecimenRow[],
  steps: readonly repository.StepRow[],
): SampleProgress {
  const ids = lineOf(one, all)
  const wanted = isAgain(one) || isMissed(one) ? 'again' : one.state
  return {
    kind: one.specimen,
    // Rejected specimens are not shown on their own.
    state: wanted === 'rejected' ? 'again' : wanted,
    steps: steps.filter(({ specimen_id: id }) => ids.includes(id)).flatMap(presentStep),
  }
}

/** The ids of the specimens that this one replaces, oldest first, and then its own id. */
function lineOf(one: SpecimenRow, all: readonly SpecimenRow[]): string[] {
  const before = all.find(({ id }) => id === one.replaces)
  return before ? [...lineOf(before, all), one.id] : [one.id]
}

const whats: Readonly<Record<string, SampleStep['what']>> = {
  collect: 'collected',
  receive: 'received',
  leave_out: 'not_taken',
  reject: 'rejected',
  give_up: 'given_up',
}

function presentStep({ verb, actor, name, at }: repository.StepRow): SampleStep[] {
  const what = whats[verb]
  return what ? [{ what, at: at.toISOString(), by: presentHand(actor, name) }] : []
}
