import type { MissedSpecimenNotice, VisitNotice } from '../../home-visits/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import type { Block, Letter } from '../letter.ts'
import { visitRows, visitTime } from '../payment-mails.ts'

/** Tells the patient that the phlebotomist is on the way, with the door code. It says nothing about the tests. */
export function onTheWayLetter({ order, phlebotomist, doorCode }: VisitNotice, { page }: Way): Letter {
  const code: Block[] = doorCode
    ? [
        { kind: 'code', label: 'Your door code', digits: doorCode },
        {
          kind: 'text',
          text: `Tell it only to ${phlebotomist || 'the phlebotomist'}, and only at your door. Our phlebotomist asks for it, and checks your name and date of birth.`,
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
      { kind: 'button', label: 'See your order', href: page },
    ],
  }
}

const why = {
  nobody_home: 'No one opened the door.',
  not_found: 'We did not find the address.',
  declined: 'We were asked not to take the sample.',
  not_the_patient: 'The name or date of birth did not match the booking.',
  unable:
    'Our phlebotomist could not come, or could not take the sample. That is not your fault, and we are sorry.',
} as const

/** What the reader of a letter can do: whether they choose another day, and the page to do so or to follow the order. */
export type Way = { readonly chooses: boolean; readonly page: string }

function buttonOf({ chooses, page }: Way): Block {
  return { kind: 'button', label: chooses ? 'Choose another day' : 'Follow the order', href: page }
}

function howOn({ chooses }: Way): string {
  return chooses
    ? 'Choose another day and time. It costs nothing more.'
    : 'We ask the person who booked to choose another day and time. It costs nothing more.'
}

/** Tells the patient or the booker that no sample was taken, why, and how to continue. */
export function missedLetter({ order, missedReason }: VisitNotice, way: Way): Letter {
  return {
    subject: 'We could not take your sample',
    preheader: 'Another day costs nothing more.',
    heading: 'We could not take your sample',
    blocks: [
      ...(missedReason ? [{ kind: 'text', text: why[missedReason] } as const] : []),
      { kind: 'text', text: `The booking is still valid. ${howOn(way)}` },
      buttonOf(way),
      { kind: 'rows', rows: visitRows(order) },
    ],
  }
}

const whyLeftOut: Readonly<Record<MissedSpecimenNotice['reasons'][number], string>> = {
  declined: 'it was declined at that moment',
  no_vein: "we could not find a vein, which happens and is no one's fault",
  not_fasted: 'it needs an empty stomach',
  no_container: 'our phlebotomist had no container for it, and we are sorry',
  not_produced: 'it was not possible to give it at that moment',
  other: 'the page of your booking says why',
}

/** Tells the patient that some samples were taken and others not, why, and how to continue. It names no test. */
export function missedSpecimenLetter(
  order: OrderRow,
  { taken, reasons }: MissedSpecimenNotice,
  way: Way,
): Letter {
  const [only] = reasons
  const because =
    only && reasons.every((one) => one === only)
      ? `: ${whyLeftOut[only]}.`
      : '. The page of your booking says which, and why.'
  const wanting = reasons.length === 1 ? 'one sample' : `${reasons.length} samples`
  return {
    subject: reasons.length === 1 ? 'One sample is still needed' : 'Some samples are still needed',
    preheader: 'It costs nothing more. See inside what to do next.',
    heading: 'We have some of your samples',
    blocks: [
      {
        kind: 'text',
        text: `At the home visit we took ${taken} of ${taken + reasons.length} samples. The lab works on what we took. We could not take ${wanting}${because}`,
      },
      {
        kind: 'text',
        text: way.chooses
          ? `Choose another time for a visit on the page of your booking. Or come to ${order.location_name}, ${order.location_address}, on a day when it is open. It costs nothing more. If you do not want to give these samples any more, say so on the page of your booking. Then we continue without them, and arrange the refund for those tests.`
          : `We ask the person who booked to choose another time for a visit. Or come to ${order.location_name}, ${order.location_address}, on a day when it is open. It costs nothing more.`,
      },
      { kind: 'button', label: way.chooses ? 'See what to do next' : 'Follow the order', href: way.page },
      {
        kind: 'rows',
        rows: [
          ['Order id', order.reference],
          ['Patient', order.patient_name],
        ],
      },
    ],
  }
}

/** Tells the patient or the booker that a home visit needs another day, as the lab is closed then. */
export function dayClosedLetter(order: OrderRow, way: Way): Letter {
  const title = way.chooses
    ? 'Please choose another day for your home visit'
    : 'Your home visit needs another day'
  return {
    subject: title,
    preheader: 'The lab is closed then. Another day costs nothing more.',
    heading: way.chooses ? 'Please choose another day' : title,
    blocks: [
      {
        kind: 'text',
        text: `${order.lab_name} is closed at the time of the home visit, ${visitTime(order)}. The booking is still valid, and the money is safe. ${howOn(way)}`,
      },
      buttonOf(way),
      { kind: 'rows', rows: visitRows(order) },
    ],
  }
}
