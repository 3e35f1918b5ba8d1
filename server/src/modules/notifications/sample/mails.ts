import { brand, type RejectionReason } from '@labalaba/contract'
import type { OrderRow } from '../../orders/index.ts'
import type { SpecimenRow } from '../../specimens/index.ts'
import type { Letter } from '../letter.ts'
import type { Way } from '../visit/mails.ts'

/** Why a lab rejects a specimen, in words for the patient. */
const why: Readonly<Record<Exclude<RejectionReason, 'other'>, string>> = {
  haemolysed: 'the blood cells had broken in the tube',
  clotted: 'the blood had clotted in the tube',
  insufficient_volume: 'there was not enough of it',
  wrong_container: 'it was in the wrong container',
  unlabelled: 'its label was missing or did not match',
  leaked: 'it had leaked',
  too_old: 'it was too old when the lab could work on it',
}

/**
 * Tells the patient or the booker that a new sample is needed, why, how it is given, and that it is free. It names no test.
 */
export function sampleRejectedLetter(order: OrderRow, specimen: SpecimenRow, way: Way): Letter {
  const reason = specimen.rejected_reason ?? 'other'
  const because = reason === 'other' ? '' : ` because ${why[reason]}`
  const note = specimen.rejected_note ? ` The lab says: ${specimen.rejected_note}` : ''
  return {
    subject: 'A new sample is needed',
    preheader: 'It costs you nothing. See inside how to give it.',
    heading: 'The lab needs a new sample',
    blocks: [
      {
        kind: 'text',
        text: `${order.lab_name} could not use a sample that was taken for this booking${because}.${note}`,
      },
      { kind: 'text', text: whereTo(order, way) },
      {
        kind: 'text',
        text: way.chooses
          ? 'You do not need to pay again. Do you want your money back instead? The page of your booking shows how, and how much it is.'
          : 'No one needs to pay again.',
      },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', order.patient_name],
        ],
      },
      { kind: 'button', label: 'See the order', href: way.page },
    ],
  }
}

/**
 * Tells the booker that an operator cancelled a specimen that had to be taken again, and what happens to the money. It
 * names no test and no reason.
 */
export function givenUpLetter(order: OrderRow, page: string): Letter {
  return {
    subject: 'A sample is not needed any more',
    preheader: 'See inside what happens to the money.',
    heading: 'We no longer ask for that sample',
    blocks: [
      {
        kind: 'text',
        text: `For this booking, samples had to be taken again. ${brand.name} has given up these samples for you, so no one needs to come for them. Your booking is not cancelled. The lab will not do the tests that need these samples. The page of your booking shows which tests.`,
      },
      {
        kind: 'text',
        text: 'We arrange the refund for those tests. We write again when it is on its way. The rest of your booking continues.',
      },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', order.patient_name],
        ],
      },
      { kind: 'button', label: 'See the order', href: page },
      {
        kind: 'note',
        text: `Did you not want this? Write to ${brand.supportEmail} with your order id.`,
      },
    ],
  }
}

/** Tells the patient that every sample has reached the lab. It names no test. */
export function sampleReceivedLetter(order: OrderRow, publicUrl: string): Letter {
  return {
    subject: 'The lab has your sample',
    preheader: 'What happens next is inside.',
    heading: 'The lab has your sample',
    blocks: [
      {
        kind: 'text',
        text: `${order.lab_name} has what it needs and is working on it now. We write again when the result is ready.`,
      },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', order.patient_name],
        ],
      },
      { kind: 'button', label: 'See the order', href: `${publicUrl}/orders/${order.reference}` },
    ],
  }
}

/** After a home visit the booker chooses another visit, or the patient comes to the lab. */
function whereTo(order: OrderRow, { chooses }: Way): string {
  const { location_name: name, location_address: address, mode } = order
  const lab = `come to ${name}, ${address}, on a day when it is open. Say the order id at the desk.`
  if (mode === 'walkin') return `Please ${lab}`
  const visit = chooses
    ? 'Choose a time for another home visit on the page of your booking. It is free of charge.'
    : 'The person who booked can choose a time for another home visit, free of charge.'
  return `${visit} Or ${lab}`
}
