import {
  emailPattern,
  nameProblem,
  nigerianStates,
  normalisePhone,
  type PartnerKind,
  phoneProblem,
} from '@labalaba/contract'
import * as copy from '../../copy/partners.ts'

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
    kind,
    name: '',
    organisation: '',
    email: '',
    phone: '',
    state: '',
    area: '',
    registrationNumber: '',
    message: '',
    consent: false,
    website: '',
  }
}

type Words = {
  /** Its label as a choice. */
  choice: string
  organisation: string
  /** The error if the organisation is empty; null if it may be. */
  organisationMissing: string | null
  message: string
  messageHint: string
  needsMessage: boolean
  /** The label of the button that sends the form, and the thanks once it has arrived. */
  send: string
  thanks: string
}

const applies = {
  message: copy.applicationMessage,
  needsMessage: false,
  send: copy.sendApplication,
  thanks: copy.thanksApplication,
}

/** The words of the form for each kind of partner. */
export const kindWords: Record<PartnerKind, Words> = {
  lab: {
    choice: copy.labChoice,
    organisation: copy.labOrganisation,
    organisationMissing: copy.labOrganisationMissing,
    ...applies,
    messageHint: copy.labMessageHint,
  },
  pharmacy: {
    choice: copy.pharmacyChoice,
    organisation: copy.pharmacyOrganisation,
    organisationMissing: copy.pharmacyOrganisationMissing,
    ...applies,
    messageHint: copy.pharmacyMessageHint,
  },
  phlebotomist: {
    choice: copy.phlebotomistChoice,
    organisation: copy.phlebotomistOrganisation,
    organisationMissing: null,
    ...applies,
    messageHint: copy.phlebotomistMessageHint,
  },
  doctor: {
    choice: copy.doctorChoice,
    organisation: copy.doctorOrganisation,
    organisationMissing: null,
    message: copy.doctorMessage,
    messageHint: copy.doctorMessageHint,
    needsMessage: true,
    send: copy.sendEnquiry,
    thanks: copy.thanksEnquiry,
  },
}

/** The states to choose from; none is preselected. */
export const stateOptions = [
  { value: '', label: copy.chooseState },
  ...nigerianStates.map((state) => ({ value: state, label: state === 'FCT' ? copy.stateAbuja : state })),
]

/** The errors that prevent sending, by field, in the order of the form. */
export function applicationProblems(form: Application): ApplicationProblems {
  const phone = phoneProblem(normalisePhone(form.phone))
  const { organisationMissing, needsMessage } = kindWords[form.kind]
  const found: [ApplicationField, string | false | null][] = [
    ['organisation', isEmpty(form.organisation) && organisationMissing],
    ['name', isEmpty(form.name) ? copy.nameMissing : nameProblem(form.name)],
    ['phone', form.phone.trim() === '' ? copy.phoneMissing : phone],
    ['email', emailWords(form.email)],
    ['state', form.state === '' && copy.stateMissing],
    ['area', isEmpty(form.area) && copy.areaMissing],
    ['message', needsMessage && isEmpty(form.message) && copy.messageMissing],
    ['consent', !form.consent && copy.consentMissing],
  ]
  return Object.fromEntries(found.filter(([, words]) => words))
}

function emailWords(email: string): string | null {
  if (isEmpty(email)) return copy.emailMissing
  return emailPattern.test(email.trim()) ? null : copy.emailInvalid
}

function isEmpty(text: string): boolean {
  return text.trim() === ''
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
