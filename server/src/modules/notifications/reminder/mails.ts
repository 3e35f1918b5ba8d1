import { formatMoment } from '@labalaba/contract'
import type { LineRow, OrderRow } from '../../orders/index.ts'
import type { Letter } from '../letter.ts'
import { preparations, visitRows } from '../payment-mails.ts'

/** How to prepare for tomorrow's home visit. Only the body names tests, as the preparation depends on them. */
export function reminderLetter(order: OrderRow, lines: readonly LineRow[], publicUrl: string): Letter {
  return {
    subject: 'Your home visit is tomorrow',
    preheader: 'When, where and how to prepare are inside.',
    heading: 'Your home visit is tomorrow',
    blocks: [
      { kind: 'rows', rows: visitRows(order) },
      { kind: 'heading', text: 'Before your test' },
      { kind: 'list', items: preparations(lines) },
      {
        kind: 'text',
        text: 'When the phlebotomist sets off, you get a code. Tell it only to them, and only at your door.',
      },
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      {
        kind: 'note',
        text: 'Does the day not suit you? Choose another day on the page of the order.',
      },
    ],
  }
}

/** Tells the booker that the order waits for its payment, and how long. */
export function placedLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'Your booking is kept, and not paid yet',
    preheader: 'See inside how long we keep it.',
    heading: 'Your booking is kept, and not paid yet',
    blocks: [
      {
        kind: 'text',
        text: `We keep it until ${formatMoment(order.expires_at)} (Lagos time). ${order.lab_name} expects the patient once it is paid. If you asked another person to pay, they can do so until then.`,
      },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', order.patient_name],
          ['Lab', `${order.lab_name}, ${order.location_name}`],
        ],
      },
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
      { kind: 'note', text: 'Did you pay a moment ago? Then you do not need to do anything.' },
    ],
  }
}
