import {
  addDays,
  emailPattern,
  formatPhone,
  lagosDate,
  normalisePhone,
  phoneProblem,
  type TrackedOrder,
  windowOf,
} from '@labalaba/contract'
import { dayAndTime } from '../../../lib/format.ts'
import type { Stage } from '../../../ui/timeline.tsx'
import { isAt, type Stop, spanWords, stops, titles, visitMoment } from '../rules.ts'

/** What opens an order: its number with the patient's phone or email, or with what a mail's link carries. */
export type Asked = { reference: string; contact: string } | { reference: string; signature: string }

/** Reads `#<reference>.<signature>`, as our mails have it; null for anything else. */
export function readTrackLink(hash: string): Asked | null {
  const [, reference, signature] = hash.match(/^#(LB-[0-9A-Z-]{4,40})\.([\w-]{20,64})$/) ?? []
  return reference && signature ? { reference, signature } : null
}

/** The words for what cannot be an order id, or null. The server is the one that knows. */
export function numberProblem(typed: string): string | null {
  if (typed.trim() === '') return 'Enter the order id'
  return typed.replace(/[^a-z0-9]/gi, '').length >= 16
    ? null
    : 'Enter the whole order id: LB, then 16 letters and digits'
}

/** The words for what is neither a phone nor an email, or null. */
export function contactProblem(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return 'Enter the patient’s phone or email'
  const right = text.includes('@') ? emailPattern.test(text) : phoneProblem(normalisePhone(text)) === null
  return right ? null : 'Enter a phone number, such as 0803 123 4567, or a full email'
}

/** A phone as people write it; an email as it is. */
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
      return visit ? `${paid} Home visit booked for ${visit}.` : `${paid} The lab expects the patient.`
    }
    case 'sample_collected':
      if (order.collectedAt) return `The sample was taken on ${dayAndTime(order.collectedAt)}.`
      return home
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

/** The four stages, each with one sentence and, once it was reached, its time. */
export function trackStages(order: TrackedOrder): Stage[] {
  return stops.map((stop) => ({
    title: titles[stop],
    state: isAt(order, stop),
    words: stageWords(order, stop),
  }))
}

/** How many of the four stages are behind the order, the present one included. */
export function stagesDone(order: Pick<TrackedOrder, 'state'>): number {
  const all: readonly string[] = stops
  return all.indexOf(order.state) + 1
}

/** What happens next, and when. `support`: it did not come in time, so somebody should ask. */
export type Next = { lead: string; title: string; words: string; support?: true }

function nextOfScheduled(order: TrackedOrder, now: Date): Next {
  const span = spanWords(order.resultHours)
  const visit = visitMoment(order)
  if (visit === null) {
    return {
      lead: 'What happens next',
      title: `Go to ${order.location}`,
      words: `Any day while the lab is open. Say the order id at the desk. Results come up to ${span} after the lab has the sample.`,
    }
  }
  const over = windowOf(order.collectionTime ?? '')?.to ?? order.collectionTime
  if (new Date(`${order.collectionDate}T${over}:00+01:00`) > now) {
    return {
      lead: 'A phlebotomist comes on',
      title: visit,
      words: `To the address of the booking. Results come up to ${span} after the lab has the sample.`,
    }
  }
  return {
    lead: 'The home visit was booked for',
    title: visit,
    words: 'We have not heard yet that the sample was taken. If nobody came, write to us.',
    support: true,
  }
}

function nextOfProcessing({ promised }: TrackedOrder): Next {
  if (promised === null || promised.stands === 'late') {
    const by = promised && dayAndTime(promised.by)
    return {
      lead: 'What happens next',
      title: by ? `The results are late: they were promised by ${by}` : 'The results take longer than usual',
      words: 'The lab has not given them out yet. Ask us about them.',
      support: true,
    }
  }
  const moved = promised.movedFrom !== null
  return {
    lead: moved
      ? 'The sample reached the lab later than planned; now ready by'
      : promised.stands === 'soon'
        ? 'Due soon: ready by'
        : 'Ready by',
    title: dayAndTime(promised.by),
    words: 'A scientist checks them first. We write to the patient when they are ready.',
  }
}

function nextOfEnded(order: TrackedOrder): Next {
  if (order.state === 'expired') {
    return {
      lead: `It was not paid by ${dayAndTime(order.expiresAt)}`,
      title: 'This booking has expired',
      words: 'If money has left your account since, do not pay again: write to us.',
      support: true,
    }
  }
  return {
    lead: order.endedAt ? `On ${dayAndTime(order.endedAt)}` : 'This order has ended',
    title: 'This booking was cancelled',
    words: 'No sample will be taken. If something is not right, write to us.',
    support: true,
  }
}

/** What happens next in each state, in a lead, a title and a sentence. */
export function trackNext(order: TrackedOrder, now: Date): Next {
  const span = spanWords(order.resultHours)
  switch (order.state) {
    case 'awaiting_payment':
      return {
        lead: 'Waiting for payment until',
        title: dayAndTime(order.expiresAt),
        words: 'Once it is paid, the booking is confirmed and the lab expects the patient.',
      }
    case 'scheduled':
      return nextOfScheduled(order, now)
    case 'sample_collected':
      return {
        lead: 'What happens next',
        title: 'The sample goes to the lab',
        words: `Results come up to ${span} after it gets there.`,
      }
    case 'lab_processing':
      return nextOfProcessing(order)
    case 'results_ready':
      return {
        lead: order.readyAt ? `Since ${dayAndTime(order.readyAt)}` : 'What happens next',
        title: 'The results are ready',
        words:
          'They are never shown here. Take them to a doctor, who can say what they mean for the patient.',
      }
    case 'cancelled':
    case 'expired':
      return nextOfEnded(order)
  }
}

/** A made-up order as it stands two days after its booking, for those who have none to look at. */
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
    sampleData: false,
  }
}
