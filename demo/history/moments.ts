import { addDays, type LagosDate, lagosDate, lagosTime, visitTimes } from '@labalaba/contract'
import type { HistoryOrder } from './story.ts'

export const minutes = 60_000
const hours = 60 * minutes

/** When each act of an order happens, for the acts that happen. */
export type Moments = Readonly<Record<Act, Date>>
const walkIn = ['here', 'taken', 'received', 'entered', 'verified', 'released'] as const
const atHome = ['set_off', 'collected', 'handed', 'received', 'entered', 'verified', 'released'] as const
export type Act = (typeof walkIn)[number] | (typeof atHome)[number] | 'placed'

/** The acts of an order in sequence, up to where it ends. */
export function actsOf({
  visit,
  ends,
}: Pick<HistoryOrder, 'visit' | 'ends'>): readonly Exclude<Act, 'placed'>[] {
  const acts: readonly Exclude<Act, 'placed'>[] = visit ? atHome : walkIn
  const last = ends === 'rejected' ? 'received' : ends
  const names: readonly HistoryOrder['ends'][] = acts
  return acts.slice(0, names.indexOf(last) + 1)
}

/** For an order of today: the time from the previous act to each act. */
const after: Readonly<Record<Exclude<Act, 'placed'>, number>> = {
  here: 25 * minutes,
  taken: 6 * minutes,
  set_off: 15 * hours,
  collected: 35 * minutes,
  handed: 50 * minutes,
  received: 18 * minutes,
  entered: 55 * minutes,
  verified: 20 * minutes,
  released: 4 * minutes,
}

/**
 * When the acts of an order happened, none later than `now`. For an earlier day, the file gives when the patient came, and
 * the results take a part of the promised time. For today, it gives when the last act happened.
 */
export function momentsOf(story: HistoryOrder, promiseHours: number, now: Date): Moments {
  const acts = actsOf(story)
  const at =
    'minutes' in story.when
      ? backwards(acts, story.when.minutes, countedBackFrom(story, now))
      : forwards(story, promiseHours, now)
  const held = (moment: number) => new Date(Math.min(moment, now.getTime() - minutes))
  return Object.fromEntries(Object.entries(at).map(([act, moment]) => [act, held(moment)])) as Moments
}

/**
 * The moment from which the acts of today are counted back. There are no visits before nine, so a visit already begun or
 * made is placed on the evening before.
 */
function countedBackFrom({ visit, ends }: HistoryOrder, now: Date): Date {
  if (!visit || ends === 'paid' || lagosTime(now) >= '09:00') return now
  return new Date(`${addDays(lagosDate(now), -1)}T18:50:00+01:00`)
}

function backwards(
  acts: readonly Exclude<Act, 'placed'>[],
  ago: number,
  now: Date,
): Partial<Record<Act, number>> {
  const at: Partial<Record<Act, number>> = {}
  let moment = now.getTime() - ago * minutes
  for (const act of acts.toReversed()) {
    at[act] = moment
    moment -= after[act]
  }
  return { ...at, placed: moment }
}

function forwards(story: HistoryOrder, promiseHours: number, now: Date): Record<Act, number> {
  const { days, time } = 'days' in story.when ? story.when : { days: 0, time: '09:00' }
  const came = new Date(`${addDays(lagosDate(now), -days)}T${time}:00+01:00`).getTime()
  const received = came + (story.visit ? 95 : 24) * minutes
  const took = Math.max(story.pace * promiseHours * hours, 30 * minutes)
  return {
    placed: came - (story.visit ? 20 * hours : 2 * hours),
    here: came,
    taken: came + 6 * minutes,
    set_off: came - 20 * minutes,
    collected: came + 20 * minutes,
    handed: came + 75 * minutes,
    ...results(received, inHours(received, received + took)),
  }
}

function results(received: number, released: number) {
  const took = released - received
  return { received, entered: received + took * 0.8, verified: received + took * 0.95, released }
}

/** Results are not released at night: they come on the evening before, or wait for the morning. */
function inHours(received: number, moment: number): number {
  const at = (day: LagosDate, time: string) => new Date(`${day}T${time}:00+01:00`).getTime()
  const released = new Date(moment)
  const [time, today] = [lagosTime(released), lagosDate(released)]
  if (time >= '08:00' && time < '19:30') return moment
  const evening = at(time < '08:00' ? addDays(today, -1) : today, '19:10')
  return evening > received + 30 * minutes ? evening : at(time < '08:00' ? today : addDays(today, 1), '08:15')
}

type Window = { readonly date: string; readonly from: string; readonly left: string }

/**
 * The free window of a home visit. For an earlier day: the given one. For today: the current or last one or, if the
 * phlebotomist has not set off, the next that has not ended.
 */
export function windowFor(story: HistoryOrder, slots: readonly Window[], now: Date): Window | undefined {
  const free = slots.filter(({ left }) => left !== 'full')
  const times = (one: Window) => visitTimes(one.date, one.from)
  if ('days' in story.when) {
    const { time, days } = story.when
    const day = addDays(lagosDate(now), -days)
    return free.findLast(({ date, from }) => date === day && from <= time)
  }
  if (story.ends === 'paid')
    return free.find((one) => times(one).ends.getTime() > now.getTime() + 30 * minutes)
  return free.findLast((one) => times(one).begins <= countedBackFrom(story, now))
}
