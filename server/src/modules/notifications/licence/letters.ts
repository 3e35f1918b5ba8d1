import { dayInWords, type LagosDate, type LicenceAct } from '@labalaba/contract'
import type { Letter } from '../letter.ts'

/** The events of a licence that a doctor gets a mail about. */
export type LicenceNews = LicenceAct | 'expire'

type Licence = { readonly practising_year: number; readonly note: string | null }

/** Tells operators that a licence waits to be checked. It contains no names. */
export function licenceWaitsLetter(publicUrl: string): Letter {
  return {
    subject: "Please check a doctor's licence",
    preheader: 'Compare it with the register, and decide.',
    heading: "Please check a doctor's practising licence",
    blocks: [
      {
        kind: 'text',
        text: 'Compare the name, the folio number and the year with the document and the register.',
      },
      { kind: 'button', label: 'Open the licences', href: `${publicUrl}/operator/licences` },
    ],
  }
}

/** Tells a doctor what happened to their licence, by an operator's decision or the end of the year. */
export function licenceDecidedLetter(news: LicenceNews, licence: Licence, publicUrl: string): Letter {
  const { heading, texts } = decided[news](licence)
  return {
    subject: heading,
    preheader: texts[0] ?? '',
    heading,
    blocks: [
      ...texts.map((text) => ({ kind: 'text', text }) as const),
      ...(licence.note && news !== 'accept' && news !== 'restore'
        ? [{ kind: 'rows', rows: [['We wrote', licence.note] as [string, string]] } as const]
        : []),
      { kind: 'button', label: 'Open your licence', href: `${publicUrl}/portal/doctor/licence` },
    ],
  }
}

const verified = [
  'Patients now see “Dr” with your name, and you earn on your bookings for them. We ask them if you may read their results.',
]
const meanwhile =
  'Until then you can book as before. You earn nothing, and we do not ask patients for consent.'

const decided: Record<LicenceNews, (licence: Licence) => { heading: string; texts: readonly string[] }> = {
  accept: () => ({ heading: 'Your practising licence is checked', texts: verified }),
  restore: () => ({ heading: 'We accept your practising licence again', texts: verified }),
  ask: () => ({
    heading: 'We have a question about your practising licence',
    texts: ['To answer, please send the licence again, with what we ask for.', meanwhile],
  }),
  refuse: () => ({
    heading: 'We could not accept your practising licence',
    texts: ['You can send another one at any time.', meanwhile],
  }),
  suspend: () => ({
    heading: 'Your practising licence is suspended',
    texts: [
      'You earn nothing on new bookings, and you cannot read patients’ results any more. To talk about it, write to support.',
    ],
  }),
  expire: ({ practising_year: year }) => ({
    heading: `Your ${year} practising licence has expired`,
    texts: [`Please send your ${year + 1} licence.`, meanwhile],
  }),
}

/** Reminds a doctor to send the licence of the next year. */
export function licenceRenewalLetter(
  { practising_year: year }: Licence,
  until: LagosDate,
  publicUrl: string,
): Letter {
  const { day, month, year: endYear } = dayInWords(until)
  return {
    subject: 'Please renew your practising licence',
    preheader: `We accept your ${year} licence until ${day} ${month}.`,
    heading: 'Please renew your practising licence',
    blocks: [
      {
        kind: 'text',
        text: `We accept your ${year} licence until ${day} ${month} ${endYear}. Send your ${year + 1} licence before then, so that nothing changes for you and your patients.`,
      },
      { kind: 'button', label: 'Send the new licence', href: `${publicUrl}/portal/doctor/licence` },
    ],
  }
}
