import type { OrderRow } from '../../booking/index.ts'
import type { VisitNotice } from '../../collection/index.ts'
import type { Block, Letter } from '../letter.ts'
import { visitRows, visitTime } from '../payment-mails.ts'

/** Tells the patient that somebody is coming, and what to tell them at the door. Nothing of the tests is in it. */
export function onTheWayLetter({ order, phlebotomist, doorCode }: VisitNotice, publicUrl: string): Letter {
  const code: Block[] = doorCode
    ? [
        { kind: 'code', label: 'Your door code', digits: doorCode },
        {
          kind: 'text',
          text: `Tell it to ${phlebotomist || 'the phlebotomist'} at your door, and to nobody before. Whoever comes from us asks for it, and checks your name and date of birth.`,
        },
      ]
    : []
  return {
    subject: 'Your phlebotomist is on the way',
    preheader: 'Your door code is inside.',
    heading: `${phlebotomist || 'Your phlebotomist'} is on the way`,
    blocks: [
      ...code,
      { kind: 'rows', rows: visitRows(order) },
      { kind: 'button', label: 'See your order', href: `${publicUrl}/orders/${order.reference}` },
    ],
  }
}

const why = {
  nobody_home: 'Nobody opened the door.',
  not_found: 'We did not find the address.',
  declined: 'We were asked not to take the sample.',
  not_the_patient: 'The name or date of birth did not match the booking.',
  unable: 'Our phlebotomist could not come. That is our fault, and we are sorry.',
} as const

/** Tells the patient that no sample was taken, why, and how to go on. */
export function missedLetter({ order, missedReason }: VisitNotice, publicUrl: string): Letter {
  return {
    subject: 'We could not take your sample',
    preheader: 'Choose another day. It costs nothing more.',
    heading: 'We could not take your sample',
    blocks: [
      ...(missedReason ? [{ kind: 'text', text: why[missedReason] } as const] : []),
      { kind: 'text', text: 'Your booking stands. Choose another day and time: it costs nothing more.' },
      { kind: 'button', label: 'Choose another day', href: `${publicUrl}/orders/${order.reference}` },
      { kind: 'rows', rows: visitRows(order) },
    ],
  }
}

/** Asks the patient of a home visit for another day, as the lab is closed then. */
export function dayClosedLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'Please choose another day for your home visit',
    preheader: 'The lab is closed then. Another day costs nothing more.',
    heading: 'Please choose another day',
    blocks: [
      {
        kind: 'text',
        text: `${order.lab_name} is closed at the time of your home visit, ${visitTime(order)}. Your booking stands, and your money is safe. Choose another day and time: it costs nothing more.`,
      },
      { kind: 'button', label: 'Choose another day', href: `${publicUrl}/orders/${order.reference}` },
      { kind: 'rows', rows: visitRows(order) },
    ],
  }
}
