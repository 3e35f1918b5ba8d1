import { dayInWords, formatPhone, parseLagosDate } from '@labalaba/contract'
import type { Letter } from './letter.ts'
import { lostVisit, type Paid, quietReceiptRows, visitRows, visitTime } from './payment-mails.ts'

const atHome = new Set(['Address', 'Landmark'])

/** "27 March 1985". */
function bornWords(born: string): string {
  const date = parseLagosDate(born)
  if (date === null) return born
  const { day, month, year } = dayInWords(date)
  return `${day} ${month} ${year}`
}

/** What the lab needs to expect the patient. */
export function labLetter({ order, lines, visit }: Paid): Letter {
  const when = order.mode === 'walkin' ? 'Walk-in, during opening hours' : `Home visit, ${visitTime(order)}`
  const rows: [string, string][] = [
    ['Order id', order.reference],
    ['Location', `${order.location_name}, ${order.location_address}`],
    ['How', when],
    ['Patient', order.patient_name],
    ['Gender', order.patient_gender],
    ...(order.patient_born_on
      ? [['Date of birth', bornWords(order.patient_born_on)] as [string, string]]
      : []),
    ['Phone', formatPhone(order.patient_phone)],
    // The other rows of a visit are listed above already.
    ...(order.mode === 'walkin' ? [] : visitRows(order).filter(([label]) => atHome.has(label))),
  ]
  return {
    subject: `A paid booking for ${order.location_name}: ${order.reference}`,
    ...(order.mode === 'walkin'
      ? {
          preheader: 'Please expect this patient during opening hours.',
          heading: 'A walk-in is booked and paid',
        }
      : { preheader: 'Please expect the samples.', heading: 'A home visit is booked and paid' }),
    blocks: [
      { kind: 'rows', rows },
      ...(visit === 'stands'
        ? []
        : [
            {
              kind: 'text',
              text: `${lostVisit[visit]} Wait until we tell you the new day.`,
            } as const,
          ]),
      { kind: 'heading', text: 'Tests' },
      { kind: 'list', items: lines.map((line) => `${line.name} (${line.specimen})`) },
    ],
  }
}

/** What an operator sees of a paid order: enough to help, and no test. */
export function operatorLetter({ order, payment, visit, publicUrl }: Paid): Letter {
  return {
    subject: `Paid order ${order.reference}`,
    preheader: `${order.lab_name}, ${order.mode === 'walkin' ? 'walk-in' : 'home visit'}.`,
    heading: 'An order was paid',
    blocks: [
      {
        kind: 'rows',
        rows: [
          ['Lab', `${order.lab_name}, ${order.location_name}`],
          ['Patient', `${order.patient_name}, ${formatPhone(order.patient_phone)}`],
          [
            'How',
            order.mode === 'walkin'
              ? 'Walk-in'
              : `Home visit, ${visitTime(order)}, ${order.collection_address ?? ''}`,
          ],
          ...quietReceiptRows(order, payment),
        ],
      },
      ...(visit === 'stands'
        ? []
        : [
            {
              kind: 'text',
              text: `${lostVisit[visit]} We ask the person who booked to choose a new day or a refund. If they do not choose within a day, a case opens for you.`,
            } as const,
          ]),
      { kind: 'note', text: `Site: ${publicUrl}` },
    ],
  }
}
