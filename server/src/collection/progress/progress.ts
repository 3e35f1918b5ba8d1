import type { NextStep, SampleProgress, SampleStep } from '@labalaba/contract'
import { type OrderRow, presentHand, somebodyGoes } from '../../booking/index.ts'
import type { Db } from '../../db.ts'
import { type SpecimenRow, specimensOf } from '../specimen/rows.ts'
import { isInForce, isLeftOut } from '../specimen/specimens.ts'
import { newestVisit } from '../visit/rows.ts'
import * as rows from './rows.ts'
import { nextOf } from './rules.ts'

/** How far the samples of an order are, each with who did what to it and when, and what happens next with the order. */
export async function sampleProgress(
  db: Db,
  order: OrderRow,
  now: Date,
): Promise<{ readonly next: NextStep; readonly samples: SampleProgress[] }> {
  const [specimens, steps, next] = await Promise.all([
    specimensOf(db, order.id),
    rows.stepsOf(db, order.id),
    nextStepOf(db, order, now),
  ])
  const shown = specimens.filter(({ state }) => state !== 'rejected')
  return { next, samples: shown.map((one) => presentSample(one, specimens, steps)) }
}

/** What happens next with an order, or has to. */
export async function nextStepOf(db: Db, order: OrderRow, now: Date): Promise<NextStep> {
  const asksForVisit = order.state === 'scheduled' && order.mode === 'sampleCollection'
  const [specimens, visit, isReached] = await Promise.all([
    specimensOf(db, order.id),
    newestVisit(db, order.id),
    !asksForVisit || somebodyGoes(db, order.id),
  ])
  return nextOf({
    ...{ state: order.state, mode: order.mode, now },
    awaitsChoice: order.late_money_at !== null && order.late_choice === null,
    ...{ day: order.collection_on, time: order.collection_time },
    visit: visit ? { state: visit.state, hasArrived: visit.arrived_at !== null } : null,
    isReached,
    samples: specimens.filter(isInForce).map((one) => ({
      state: one.state,
      ...{ isAgain: isAgain(one), isLeftOut: isLeftOut(one) },
    })),
  })
}

/** Whether it is wanted in place of one that was rejected. */
function isAgain({ state, replaces }: Pick<SpecimenRow, 'state' | 'replaces'>): boolean {
  return state === 'expected' && replaces !== null
}

/** A sample with all that became of it, and before it of those in whose place it is taken. */
function presentSample(
  one: SpecimenRow,
  all: readonly SpecimenRow[],
  steps: readonly rows.StepRow[],
): SampleProgress {
  const ids = lineOf(one, all)
  const wanted = isAgain(one) || isLeftOut(one) ? 'again' : one.state
  return {
    kind: one.specimen,
    // What was rejected is not shown by itself.
    state: wanted === 'rejected' ? 'again' : wanted,
    steps: steps.filter(({ specimen_id: id }) => ids.includes(id)).flatMap(presentStep),
  }
}

/** The ids of a sample and of those before it, each in place of the next. */
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

function presentStep({ verb, actor, name, at }: rows.StepRow): SampleStep[] {
  const what = whats[verb]
  return what ? [{ what, at: at.toISOString(), by: presentHand(actor, name) }] : []
}
