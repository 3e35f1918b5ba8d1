import { brand, formatPhone, type PartnerKind } from '@labalaba/contract'
import type { Job, Jobs } from '../../infra/queue/jobs.ts'
import { type ApplicationRow, applicationById } from '../partners/index.ts'
import type { NotificationDependencies } from './channel/notify.ts'
import { type Letter, note, rows } from './letter.ts'
import { sendOnce } from './send-once.ts'

/** The mails about applications, as jobs that are safe to repeat. */
export function partnerNotifications(deps: NotificationDependencies): Jobs {
  return {
    'mail-application-operator': about(deps, 'operator', () => deps.operatorMail, applicationLetter),
    'mail-application-receipt': about(deps, 'receipt', ({ email }) => email, applicationReceiptLetter),
  }
}

function about(
  deps: NotificationDependencies,
  kind: string,
  to: (application: ApplicationRow) => string,
  letter: (application: ApplicationRow, publicUrl: string) => Letter,
): Job {
  return async ({ applicationId }) => {
    const application = await applicationById(deps.db, Number(applicationId))
    if (!application) throw new Error(`application ${applicationId} is gone`)
    const key = `application-${kind}:${application.id}`
    await sendOnce(deps, key, to(application), letter(application, deps.publicUrl))
  }
}

const kinds: Record<PartnerKind, string> = {
  lab: 'a lab',
  pharmacy: 'a pharmacy',
  phlebotomist: 'a phlebotomist',
  doctor: 'a doctor',
}

/** Everything that an applicant submitted, for the operator who reviews it. The subject contains no name. */
function applicationLetter(application: ApplicationRow, publicUrl: string): Letter {
  const { id, kind, organisation, registration_number: registration, message } = application
  return {
    subject: `A partner application: ${kinds[kind]} in ${application.home_state}`,
    preheader: `Application ${id} waits for your answer.`,
    heading: `${capital(kinds[kind])} wants to work with us`,
    blocks: [
      rows(
        ['Application', String(id)],
        ['Name', application.name],
        organisation ? ['Organisation', organisation] : null,
        registration ? ['MLSCN registration', registration] : null,
        ['Phone', formatPhone(application.phone)],
        ['Email', application.email],
        ['Place', `${application.area}, ${application.home_state}`],
      ),
      message === '' ? null : { kind: 'heading', text: 'Message' },
      ...paragraphs(message),
      note(
        `We have not checked any of this yet. The applicant has agreed that we contact them. When you have done so, record it: npm run labalaba -- applications contact ${id} --reason "…"`,
      ),
      note(`Site: ${publicUrl}`),
    ],
  }
}

/** Confirms receipt and says what comes next. The address is unconfirmed, so the mail repeats nothing that was typed. */
function applicationReceiptLetter(application: ApplicationRow, publicUrl: string): Letter {
  const thing = application.kind === 'doctor' ? 'enquiry' : 'application'
  return {
    subject: `We have your ${thing}`,
    preheader: 'Our team reads it, and writes or calls. You do not need to do anything now.',
    heading: `Thank you. We have your ${thing}.`,
    blocks: [
      'Hello,',
      `You wrote to ${brand.name} as ${kinds[application.kind]}. Our team reads what you sent. Then we write to this address or call you.`,
      application.kind === 'doctor'
        ? 'You can open a doctor’s account at once, and book tests for your patients.'
        : 'Nothing is agreed yet, and you do not need to pay anything.',
      application.kind === 'doctor'
        ? { kind: 'button', label: 'Open a doctor’s account', href: `${publicUrl}/auth/signup/doctor` }
        : null,
      note(
        `Do you want to add something? Write to ${brand.supportEmail}. If you did not apply, you do not need to do anything.`,
      ),
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
