import {
  emailPattern,
  nameProblem,
  nigerianStates,
  normalisePhone,
  type PartnerKind,
  phoneProblem,
} from '@labalaba/contract'

/** The typed content of the form. */
export type Application = {
  kind: PartnerKind
  name: string
  organisation: string
  email: string
  phone: string
  state: string
  area: string
  registrationNumber: string
  message: string
  consent: boolean
  website: string
}

export type ApplicationField =
  | 'name'
  | 'organisation'
  | 'email'
  | 'phone'
  | 'state'
  | 'area'
  | 'message'
  | 'consent'
export type ApplicationProblems = Partial<Record<ApplicationField, string>>

/** An empty form for one kind of partner. */
export function emptyApplication(kind: PartnerKind): Application {
  return {
    ...{ kind, name: '', organisation: '', email: '', phone: '', state: '', area: '' },
    ...{ registrationNumber: '', message: '', consent: false, website: '' },
  }
}

type Words = {
  /** Its label as a choice. */
  choice: string
  organisation: string
  needsOrganisation: boolean
  message: string
  messageHint: string
  needsMessage: boolean
  /** The noun for the form's content. */
  thing: 'application' | 'enquiry'
}

const applies = { message: 'What should we know?', needsMessage: false, thing: 'application' } as const

/** The words of the form for each kind of partner. */
export const kindWords: Record<PartnerKind, Words> = {
  lab: {
    choice: 'Laboratory',
    organisation: 'Name of the laboratory',
    needsOrganisation: true,
    ...applies,
    messageHint: 'For example: your locations, your departments, whether you collect samples at home',
  },
  pharmacy: {
    choice: 'Pharmacy',
    organisation: 'Name of the pharmacy',
    needsOrganisation: true,
    ...applies,
    messageHint: 'For example: how many shops you have, and what your customers ask for',
  },
  phlebotomist: {
    choice: 'Phlebotomist',
    organisation: 'Where you work now',
    needsOrganisation: false,
    ...applies,
    messageHint: 'For example: your training, how you get about, the areas that you can reach',
  },
  doctor: {
    choice: 'Doctor',
    organisation: 'Hospital or practice',
    needsOrganisation: false,
    message: 'What would you like to know?',
    messageHint: 'Please tell nothing about a patient here',
    needsMessage: true,
    thing: 'enquiry',
  },
}

/** The states to choose from; none is preselected. */
export const stateOptions = [
  { value: '', label: 'Choose a state' },
  ...nigerianStates.map((state) => ({ value: state, label: state === 'FCT' ? 'FCT (Abuja)' : state })),
]

/** The errors that prevent sending, by field, in the order of the form. */
export function applicationProblems(form: Application): ApplicationProblems {
  const phone = phoneProblem(normalisePhone(form.phone))
  const { needsOrganisation, organisation } = kindWords[form.kind]
  const found: [ApplicationField, string | false | null][] = [
    ['organisation', needsOrganisation && isEmpty(form.organisation) && `Enter the ${lower(organisation)}`],
    ['name', isEmpty(form.name) ? 'Enter your full name' : nameProblem(form.name)],
    ['phone', form.phone.trim() === '' ? 'Enter a phone number that we can call' : phone],
    ['email', emailWords(form.email)],
    ['state', form.state === '' && 'Choose the state'],
    ['area', isEmpty(form.area) && 'Enter the area'],
    [
      'message',
      kindWords[form.kind].needsMessage && isEmpty(form.message) && 'Write what you would like to know',
    ],
    ['consent', !form.consent && 'Tick the box so that we may contact you'],
  ]
  return Object.fromEntries(found.filter(([, words]) => words))
}

function emailWords(email: string): string | null {
  if (isEmpty(email)) return 'Enter your email'
  return emailPattern.test(email.trim()) ? null : 'Invalid email format'
}

function isEmpty(text: string): boolean {
  return text.trim() === ''
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** The request body, from what was typed. */
export function applicationBody(form: Application, reference: string) {
  const state = nigerianStates.find((one) => one === form.state)
  if (!state) throw new Error('the form was sent without a state')
  return {
    kind: form.kind,
    name: form.name.trim(),
    organisation: form.organisation.trim(),
    email: form.email.trim(),
    phone: normalisePhone(form.phone),
    state,
    area: form.area.trim(),
    message: form.message.trim(),
    registrationNumber: form.kind === 'lab' ? form.registrationNumber.trim() : '',
    consent: true as const,
    website: form.website,
    reference,
  }
}
