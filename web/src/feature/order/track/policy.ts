import {
  addDays,
  emailPattern,
  formatPhone,
  lagosDate,
  normalisePhone,
  phoneProblem,
  type TrackedOrder,
} from '@labalaba/contract'
import { dayAndTime } from '../../../lib/format.ts'
import type { Stage } from '../../../ui/timeline.tsx'
import { isAt, type Stop, spanWords, stops, titles, visitMoment } from '../policy.ts'
import { byWords } from '../progress-words.ts'

/** The access to an order: its number with the patient's phone or email, or with the signature of a mail's link. */
export type Asked = { reference: string; contact: string } | { reference: string; signature: string }

/** Reads `#<reference>.<signature>` of our mails; returns null for anything else. */
export function readTrackLink(hash: string): Asked | null {
  const [, reference, signature] = hash.match(/^#(LB-[0-9A-Z-]{4,40})\.([\w-]{20,64})$/) ?? []
  return reference && signature ? { reference, signature } : null
}

/** The error for an incomplete order id, or null. Only the server knows whether it exists. */
export function numberProblem(typed: string): string | null {
  if (typed.trim() === '') return 'Enter the order id'
  return typed.replace(/[^a-z0-9]/gi, '').length >= 16
    ? null
    : 'Enter the whole order id: LB, then 16 letters and digits'
}

/** The error for text that is neither a phone nor an email, or null. */
export function contactProblem(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return 'Enter the patient’s phone or email'
  const right = text.includes('@') ? emailPattern.test(text) : phoneProblem(normalisePhone(text)) === null
  return right ? null : 'Enter a phone number, such as 0803 123 4567, or a full email'
}

/** Formats a phone; leaves an email as it is. */
export function tidyContact(typed: string): string {
  if (typed.includes('@') || contactProblem(typed)) return typed.trim()
  return formatPhone(normalisePhone(typed))
}

export const requestWords: Record<TrackedOrder['mode'], string> = {
  walkin: 'Walk-in Session',
  sampleCollection: 'Home Sample Collection',
}

function stageWords(order: TrackedOrder, stop: Stop): string {
  const home = order.mode === 'sampleCollection'
  const visit = visitMoment(order)
  switch (stop) {
    case 'scheduled': {
      if (order.paidAt === null) return 'When the payment arrives, the booking is confirmed.'
      const paid = `Paid on ${dayAndTime(order.paidAt)}.`
      const { next } = order.progress
      if (next === 'nobody_goes') return `${paid} Nobody can come at the moment.`
      if (next === 'missed' || next === 'overdue') return `${paid} The home visit needs a new day.`
      if (next === 'again') return `${paid} A sample has to be taken again.`
      if (next === 'left_out' || next === 'rest') return `${paid} A part of the samples has been taken.`
      return visit ? `${paid} Home visit booked for ${visit}.` : `${paid} The lab expects the patient.`
    }
    case 'sample_collected':
      if (order.collectedAt)
        return `The sample was taken on ${dayAndTime(order.collectedAt)}${byWords(handOf(order, stop))}.`
      return home && order.progress.next !== 'nobody_goes'
        ? 'A phlebotomist takes the sample at home.'
        : 'The sample is taken at the lab, in its opening hours.'
    case 'lab_processing':
      return order.receivedAt
        ? `The sample reached the lab on ${dayAndTime(order.receivedAt)}.`
        : `The lab needs up to ${spanWords(order.resultHours)} after the sample has reached it.`
    case 'results_ready':
      return order.readyAt
        ? `Ready since ${dayAndTime(order.readyAt)}. We have written to the patient.`
        : 'We write to the patient.'
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
    patientName: 'Folasade O.',
    lab: 'Example Diagnostics',
    location: 'Yaba',
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
      ...{ by: at(1, '10:00'), movedFrom: null, changesAt: null },
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
          ...{ kind: null, state: 'received' },
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
