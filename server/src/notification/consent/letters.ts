import { type OrderRow, publicPatientName } from '../../booking/index.ts'
import type { Letter } from '../letter.ts'

/**
 * Asks a patient whether the doctor who booked may read the results. `sender` says who that is in verified words: the patient
 * may have no account, so the name that the doctor typed is only on the page behind the link. `again` marks a second request.
 */
export function consentLetter(order: OrderRow, sender: string, url: string, again: boolean): Letter {
  return {
    subject: again ? 'Your doctor asks once more to read your results' : 'May your doctor read your results?',
    preheader: 'You decide. It takes a minute, and you can change your mind.',
    heading: 'May your doctor read your results?',
    blocks: [
      {
        kind: 'text',
        text: `${sender} booked the order below for you as your doctor. The results are yours: your doctor sees that they are out, and reads them only if you agree. The next page shows the name that the doctor gave us.`,
      },
      { kind: 'button', label: 'Decide', href: url },
      {
        kind: 'list',
        items: [
          'If you agree, it holds for a year, for everything that this doctor books for you.',
          'Specially protected tests, such as an HIV test, are a choice of their own.',
          'You can take it back at any time, on the same page.',
        ],
      },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', publicPatientName(order)],
          ['Lab', `${order.lab_name}, ${order.location_name}`],
        ],
      },
      {
        kind: 'note',
        text: 'Whoever has this mail can decide, so do not pass it on. If you do nothing, nobody but you reads the results.',
      },
    ],
  }
}

/** Tells a doctor that a result which they have read holds no more. It names no patient, no test and no lab. */
export function doctorWithdrawnLetter(order: Pick<OrderRow, 'reference'>, publicUrl: string): Letter {
  return {
    subject: 'A result that you read was taken back',
    preheader: 'Please do not rely on it.',
    heading: 'A result that you read was taken back',
    blocks: [
      {
        kind: 'text',
        text: 'The lab has taken it back. Please do not rely on it, and see what the lab says.',
      },
      {
        kind: 'button',
        label: 'Open the results',
        href: `${publicUrl}/orders/${encodeURIComponent(order.reference)}/results`,
      },
      { kind: 'note', text: 'We ask for your password first, as results are private.' },
    ],
  }
}

/** Tells a doctor that something waits for them. It names no patient, no test and no lab, and not what it is like. */
export function doctorWaitsLetter(publicUrl: string): Letter {
  return {
    subject: 'A result waits for you',
    preheader: 'Log in to read it.',
    heading: 'A result waits for you',
    blocks: [
      { kind: 'text', text: 'Please read it soon, and acknowledge it there.' },
      { kind: 'button', label: 'Open your inbox', href: `${publicUrl}/portal/doctor` },
      { kind: 'note', text: 'We ask for your password first, as results are private.' },
    ],
  }
}
