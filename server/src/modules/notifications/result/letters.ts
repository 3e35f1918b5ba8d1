import type { OrderRow } from '../../orders/index.ts'
import type { Letter } from '../letter.ts'

/** Tells that all results of an order, or the first, are released. It names no test; the results require a login. */
export function resultReadyLetter(order: OrderRow, publicUrl: string, all = true): Letter {
  return {
    subject: 'Your result is ready',
    preheader: 'Log in to read it.',
    heading: 'Your result is ready',
    blocks: [
      {
        kind: 'text',
        text: `${order.lab_name} has released ${all ? 'the' : 'a'} result of the order below. Log in to read it. We ask for your password, so that no one else with your phone can read it.${all ? '' : ' We write again when the rest is ready.'}`,
      },
      resultButton(order, publicUrl),
      orderRows(order),
      {
        kind: 'note',
        text: `No account yet? Sign up with this email, ${order.patient_email}, to see the result.`,
      },
    ],
  }
}

/** Tells a reader of a result that the lab has corrected it. */
export function resultCorrectedLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'A result of yours was corrected',
    preheader: 'Please read the new one.',
    heading: 'A result that you read was corrected',
    blocks: [
      {
        kind: 'text',
        text: `${order.lab_name} has corrected a result of the order below. Please read the new one. Show it to everyone you gave the old one to. The old one is no longer valid.`,
      },
      resultButton(order, publicUrl),
      orderRows(order),
    ],
  }
}

/** Tells a reader of a result that the lab has withdrawn it. */
export function resultWithdrawnLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'A result of yours was taken back',
    preheader: 'Please do not rely on it any more.',
    heading: 'A result that you read was taken back',
    blocks: [
      {
        kind: 'text',
        text: `${order.lab_name} has taken back a result of the order below. Please do not rely on it any more, and tell everyone you gave it to. Log in to see why, and how to reach the lab.`,
      },
      resultButton(order, publicUrl, 'See what the lab says'),
      orderRows(order),
    ],
  }
}

function resultButton(order: OrderRow, publicUrl: string, label = 'Read the result') {
  const href = `${publicUrl}/orders/${order.reference}/results`
  return { kind: 'button', label, href } as const
}

function orderRows(order: OrderRow) {
  const rows = [
    ['Order id', order.reference],
    ['Patient', order.patient_name],
    ['Lab', `${order.lab_name}, ${order.location_name}`],
  ] as const
  return { kind: 'rows', rows } as const
}
