import { brand, formatPhone, type PartnerKind } from '@labalaba/contract'
import type { ApplicationRow } from '../partners/index.ts'
import type { Letter } from './letter.ts'

const kinds: Record<PartnerKind, string> = {
  lab: 'a lab',
  pharmacy: 'a pharmacy',
  phlebotomist: 'a phlebotomist',
  doctor: 'a doctor',
}

/** Everything that an applicant submitted, for the operator who reviews it. The subject contains no name. */
export function applicationLetter(application: ApplicationRow, publicUrl: string): Letter {
  const { id, kind, organisation, registration_number: registration, message } = application
  const maybe = (label: string, value: string | null): [string, string][] => (value ? [[label, value]] : [])
  return {
    subject: `A partner application: ${kinds[kind]} in ${application.home_state}`,
    preheader: `Application ${id} waits for your answer.`,
    heading: `${capital(kinds[kind])} wants to work with us`,
    blocks: [
      {
        kind: 'rows',
        rows: [
          ['Application', String(id)],
          ['Name', application.name],
          ...maybe('Organisation', organisation),
          ...maybe('MLSCN registration', registration),
          ['Phone', formatPhone(application.phone)],
          ['Email', application.email],
          ['Place', `${application.area}, ${application.home_state}`],
        ],
      },
      ...(message === '' ? [] : [{ kind: 'heading', text: 'Message' } as const]),
      ...paragraphs(message).map((text) => ({ kind: 'text', text }) as const),
      {
        kind: 'note',
        text: `We have not checked any of this yet. The applicant has agreed that we contact them. When you have done so, record it: npm run labalaba -- applications contact ${id} --reason "…"`,
      },
      { kind: 'note', text: `Site: ${publicUrl}` },
    ],
  }
}

/** Confirms receipt and says what comes next. The address is unconfirmed, so the mail repeats nothing that was typed. */
export function applicationReceiptLetter(application: ApplicationRow, publicUrl: string): Letter {
  const thing = application.kind === 'doctor' ? 'enquiry' : 'application'
  return {
    subject: `We have your ${thing}`,
    preheader: 'Our team reads it, and writes or calls. You do not need to do anything now.',
    heading: `Thank you. We have your ${thing}.`,
    blocks: [
      { kind: 'text', text: 'Hello,' },
      {
        kind: 'text',
        text: `You wrote to ${brand.name} as ${kinds[application.kind]}. Our team reads what you sent. Then we write to this address or call you.`,
      },
      {
        kind: 'text',
        text:
          application.kind === 'doctor'
            ? 'You can open a doctor’s account at once, and book tests for your patients.'
            : 'Nothing is agreed yet, and you do not need to pay anything.',
      },
      ...(application.kind === 'doctor'
        ? [
            {
              kind: 'button',
              label: 'Open a doctor’s account',
              href: `${publicUrl}/auth/signup/doctor`,
            } as const,
          ]
        : []),
      {
        kind: 'note',
        text: `Do you want to add something? Write to ${brand.supportEmail}. If you did not apply, you do not need to do anything.`,
      },
    ],
  }
}

/** Each text of a letter is one line, so every typed line becomes a text of its own. */
function paragraphs(message: string): string[] {
  return message.split(/\s*\n\s*/).filter((line) => line.trim() !== '')
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
