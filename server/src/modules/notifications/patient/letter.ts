import type { LineRow, OrderRow } from '../../orders/index.ts'
import type { Block, Letter } from '../letter.ts'
import { visitTime } from '../payment-mails.ts'

/** One sentence per notification to a patient, without names, tests or places. */
const sentences = {
  paid: 'Someone has booked lab tests for you with this address, and paid.',
  reminder: 'A phlebotomist comes to take your sample tomorrow.',
  moved: 'Your home visit has a new time. It costs nothing more.',
  day_closed:
    'The lab is closed on the day of your home visit. Please ask the person who booked to choose another day.',
  on_the_way: 'The phlebotomist who takes your sample is on the way to you.',
  missed: 'Your sample was not taken. Please ask the person who booked to choose another day.',
  left_out: 'Some of your samples were taken. The person who booked knows what to do next.',
  received: 'Your sample has reached the lab. We write again when the result is ready.',
  rejected: 'The lab needs a new sample. It costs you nothing. The person who booked knows how you give it.',
  cancelled: 'Your booking was cancelled. The person who booked knows about the money.',
  ready:
    'Your result is ready. Log in or sign up with this email to read it. We first ask for something that you know, such as your date of birth.',
} as const

/** The notifications that go to the patient of an order. */
export type PatientKind = keyof typeof sentences

type Quiet = {
  readonly kind: PatientKind
  readonly order: OrderRow
  readonly lines: readonly Pick<LineRow, 'fasting_hours'>[]
  /** The letter as the confirmed owner of the address would get it. */
  readonly letter: Letter
  readonly publicUrl: string
}

/**
 * The letter for an address that is not confirmed to be the patient's, as it may be mistyped: no name, test, lab, doctor,
 * place or price. The door code and the hours of fasting stay: a patient without another source would miss the visit.
 */
export function quietLetter({ kind, order, lines, letter, publicUrl }: Quiet): Letter {
  const isVisit = order.mode !== 'walkin' && ['paid', 'reminder', 'moved', 'on_the_way'].includes(kind)
  const rows: [string, string][] = [
    ...(isVisit ? [['When', visitTime(order)] as [string, string]] : []),
    ['Order id', order.reference],
  ]
  return {
    subject: letter.subject,
    preheader: 'What you need is inside.',
    heading: letter.subject,
    blocks: [
      ...letter.blocks.filter((block) => block.kind === 'code'),
      { kind: 'text', text: sentences[kind] },
      { kind: 'rows', rows },
      ...(kind === 'paid' || kind === 'reminder' ? beforehand(lines) : []),
      ...(kind === 'on_the_way' ? [atTheDoor] : []),
      {
        kind: 'button',
        ...(kind === 'ready'
          ? { label: 'Read the result', href: `${publicUrl}/orders/${order.reference}/results` }
          : { label: 'Follow your order', href: `${publicUrl}/track?order=${order.reference}` }),
      },
      { kind: 'note', text: whySoLittle },
    ],
  }
}

const atTheDoor: Block = {
  kind: 'text',
  text: 'Tell the code only to the phlebotomist, and only at your door.',
}

const whySoLittle =
  'No one has confirmed yet that this address is the patient’s. So this email says very little. Is it not for you? Then someone mistyped an address, and you do not need to do anything.'

function beforehand(lines: Quiet['lines']): Block[] {
  const hours = Math.max(0, ...lines.map(({ fasting_hours }) => fasting_hours))
  const fast = hours > 0 ? [`Fast for ${hours} hours before.`] : []
  return [
    { kind: 'heading', text: 'How to prepare' },
    { kind: 'list', items: [...fast, 'Ask the person who booked what else to do before.'] },
  ]
}
