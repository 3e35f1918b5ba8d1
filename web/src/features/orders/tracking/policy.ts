import {
  addDays,
  emailPattern,
  formatPhone,
  lagosDate,
  normalisePhone,
  phoneProblem,
  type TrackedOrder,
} from '@labalaba/contract'
import type { Stage } from '../../../components/timeline.tsx'
import * as orderCopy from '../../../copy/order-progress.ts'
import * as copy from '../../../copy/tracking.ts'
import { fill } from '../../../lib/fill.ts'
import { dayAndTime } from '../../../lib/format.ts'
import { isAt, paidWords, type Stop, spanWords, stops, titles } from '../policy.ts'
import { takenWords } from '../progress-words.ts'

/** The access to an order: its number with the patient's phone or email, or with the signature of a mail's link. */
export type TrackQuery = { reference: string; contact: string } | { reference: string; signature: string }

/** Reads `#<reference>.<signature>` of our mails; returns null for anything else. */
export function readTrackLink(hash: string): TrackQuery | null {
  const [, reference, signature] = hash.match(/^#(LB-[0-9A-Z-]{4,40})\.([\w-]{20,64})$/) ?? []
  return reference && signature ? { reference, signature } : null
}

/** The error for an incomplete order id, or null. Only the server knows whether it exists. */
export function numberProblem(typed: string): string | null {
  if (typed.trim() === '') return copy.orderIdMissing
  return typed.replace(/[^a-z0-9]/gi, '').length >= 16 ? null : copy.orderIdIncomplete
}

/** The error for text that is neither a phone nor an email, or null. */
export function contactProblem(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return copy.contactMissing
  const right = text.includes('@') ? emailPattern.test(text) : phoneProblem(normalisePhone(text)) === null
  return right ? null : copy.contactWrong
}

/** Formats a phone; leaves an email as it is. */
export function tidyContact(typed: string): string {
  if (typed.includes('@') || contactProblem(typed)) return typed.trim()
  return formatPhone(normalisePhone(typed))
}

export const requestWords: Record<TrackedOrder['mode'], string> = {
  walkin: copy.walkIn,
  sampleCollection: copy.homeCollection,
}

function stageWords(order: TrackedOrder, stop: Stop): string {
  const home = order.mode === 'sampleCollection'
  const { paidAt, collectedAt, receivedAt, readyAt, progress } = order
  switch (stop) {
    case 'scheduled':
      return paidAt === null ? copy.awaitsPayment : paidWords({ ...order, paidAt }, progress.next)
    case 'sample_collected':
      if (collectedAt) return takenWords(collectedAt, handOf(order, stop))
      return home && progress.next !== 'nobody_goes' ? orderCopy.sampleAtHome : orderCopy.sampleAtLab
    case 'lab_processing':
      return receivedAt
        ? fill(orderCopy.reachedLabOn, { moment: dayAndTime(receivedAt) })
        : fill(orderCopy.labNeeds, { span: spanWords(order.resultHours) })
    case 'results_ready':
      return readyAt ? fill(copy.readySinceWrote, { moment: dayAndTime(readyAt) }) : copy.willWrite
  }
}

function handOf({ progress }: TrackedOrder, stop: Stop) {
  return progress.reached.find(({ stage }) => stage === stop)?.by
}

/** The four stages, each with one sentence and, once reached, its time. */
export function trackStages(order: TrackedOrder): Stage[] {
  return stops.map((stop) => ({
    title: titles[stop],
    state: isAt(order, stop),
    words: stageWords(order, stop),
  }))
}

/** How many of the four stages the order has reached, including the current one. */
export function stagesDone(order: Pick<TrackedOrder, 'state'>): number {
  const all: readonly string[] = stops
  return all.indexOf(order.state) + 1
}

/** An example order, two days after its booking, for users who have none. */
export function sampleOrder(now: Date): TrackedOrder {
  const today = lagosDate(now)
  const at = (days: number, time: string) =>
    new Date(`${addDays(today, days)}T${time}:00+01:00`).toISOString()
  return {
    reference: 'LB-7K2M-9QXD-3HVT-5RWA',
    state: 'lab_processing',
    patientName: copy.samplePatient,
    lab: copy.sampleLab,
    location: copy.sampleLocation,
    mode: 'sampleCollection',
    collectionDate: addDays(today, -1),
    collectionTime: '07:00',
    createdAt: at(-2, '10:14'),
    paidAt: at(-2, '10:22'),
    expiresAt: at(-1, '10:14'),
    collectedAt: at(-1, '07:08'),
    receivedAt: at(-1, '09:40'),
    readyAt: null,
    endedAt: null,
    resultHours: 48,
    promised: {
      by: at(1, '10:00'),
      movedFrom: null,
      changesAt: null,
      since: 'received',
      stands: 'on_time',
    },
    progress: {
      next: 'results',
      reached: [
        { stage: 'scheduled', at: at(-2, '10:22'), by: null },
        { stage: 'sample_collected', at: at(-1, '07:08'), by: phlebotomist },
        { stage: 'lab_processing', at: at(-1, '09:40'), by: lab },
      ],
      samples: [
        {
          kind: null,
          state: 'received',
          steps: [
            { what: 'collected', at: at(-1, '07:08'), by: phlebotomist },
            { what: 'received', at: at(-1, '09:40'), by: lab },
          ],
        },
      ],
    },
    sampleData: false,
  }
}

const phlebotomist = { role: 'phlebotomist', name: null } as const
const lab = { role: 'lab', name: null } as const
