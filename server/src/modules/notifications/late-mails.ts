import { formatNaira } from '@labalaba/contract'
import type { OrderRow } from '../orders/index.ts'
import type { Block, Letter } from './letter.ts'
import { type Paid, visitRows, visitTime } from './payment-mails.ts'

/** Lets the booker choose what happens to an order whose payment came late. It says nothing about the tests. */
export function lateLetter(order: OrderRow, visit: Paid['visit'], publicUrl: string): Letter {
  return {
    subject: 'Your payment came late: please choose',
    preheader: 'Your money is safe. Choose what we do with it.',
    heading: headings[visit],
    blocks: [
      { kind: 'text', text: words[visit](order) },
      { kind: 'list', items: choices(order, visit) },
      { kind: 'button', label: 'Choose now', href: `${publicUrl}/orders/${order.reference}` },
      rowsOf(order),
    ],
  }
}

const headings = {
  passed: 'We have your money, but the time of the home visit has passed',
  taken: 'We have your money, but other people have taken the time of the home visit',
  stands: 'We have your money, but the booking had expired',
} as const

const words = { passed: passedWords, taken: takenWords, stands: expiredWords } as const

function takenWords(order: OrderRow): string {
  return `We have ${formatNaira(order.total_kobo)} for the home visit on ${visitTime(order)}. It was not paid while we held that time, and other people have it now. The money is safe, and nothing happens until you choose.`
}

function passedWords(order: OrderRow): string {
  return `We have ${formatNaira(order.total_kobo)} for the home visit on ${visitTime(order)}. No phlebotomist came, because it was not paid by then. The money is safe, and nothing happens until you choose.`
}

function expiredWords(order: OrderRow): string {
  const stands =
    order.mode === 'walkin' ? 'The lab expects the patient' : `The home visit stays on ${visitTime(order)}`
  return `We have ${formatNaira(order.total_kobo)} for this booking. It had expired before the money came, so we have brought it back. ${stands}, unless you choose otherwise.`
}

function choices(order: OrderRow, visit: Paid['visit']): string[] {
  return [
    ...(visit === 'stands' ? ['Keep the booking as it is.'] : []),
    ...(order.mode === 'walkin' ? [] : ['Choose another day and time. It costs nothing more.']),
    'Cancel it. You get the money back, or credit for your next booking.',
  ]
}

/** Tells the patient the new time of the home visit. */
export function movedPatientLetter(order: OrderRow): Letter {
  return {
    subject: 'Your home visit has a new time',
    preheader: 'When and where are inside.',
    heading: 'Your home visit has a new time',
    blocks: [
      { kind: 'rows', rows: visitRows(order) },
      { kind: 'note', text: 'It costs nothing more. The earlier time is no longer valid.' },
    ],
  }
}

/** Tells the lab the new time of a home visit. */
export function movedLabLetter(order: OrderRow): Letter {
  return {
    subject: `A new time for the home visit of ${order.reference}`,
    preheader: 'The earlier time is no longer valid.',
    heading: 'A home visit has a new time',
    blocks: [{ kind: 'rows', rows: [['Patient', order.patient_name], ...visitRows(order)] }],
  }
}

function rowsOf(order: OrderRow): Block {
  return {
    kind: 'rows',
    rows: [
      ['Order id', order.reference],
      ['Patient', order.patient_name],
      ['Lab', order.lab_name],
    ],
  }
}
