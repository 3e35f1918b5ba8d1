import type { ClinicalAnswers, ConsentKind, DraftText, Relationship } from '@labalaba/contract'
import { useSyncExternalStore } from 'react'
import { currentProfile } from './session.ts'
import { readJson, signal, tabShelf, writeJson } from './store.ts'

const choicesKey = '_booking'
const referenceKey = '_booking_ref'

/** How the sample is taken, when, and who pays. Reveals nothing about the patient. */
type Choices = {
  mode: 'walkin' | 'sampleCollection'
  day: string
  time: string
  payment: '' | 'online' | 'link'
  showTests: boolean
}

/** What has been typed into the cart so far. `day` is a Lagos day, `time` is HH:MM in Lagos. */
export type BookingDraft = Choices &
  Record<DraftText, string> & {
    birth: { day: string; month: string; year: string }
    gender: '' | 'Male' | 'Female'
    /** The patient: `self`, `other`, the id of one of the account's people, or empty until one is chosen. */
    person: string
    /** The consent given for the patient. */
    consent: '' | ConsentKind
    /** Tests that are usually for the other sex are booked all the same; asked again when the gender changes. */
    despiteSex: boolean
    /** What the tests ask about the patient; asked again for another patient, or another gender. */
    clinical: ClinicalAnswers
    /** The relationship under which the patient is saved for next time; empty to not save them. */
    keep: '' | Relationship
  }

const noChoices: Choices = { mode: 'walkin', day: '', time: '', payment: '', showTests: false }

/** Asked again for another patient, or another gender. */
const notAsked = { despiteSex: false, clinical: {} }

/** An empty draft. */
export const emptyDraft: BookingDraft = {
  ...noChoices,
  name: '',
  email: '',
  phone: '',
  street: '',
  area: '',
  landmark: '',
  birth: { day: '', month: '', year: '' },
  gender: '',
  person: '',
  consent: '',
  keep: '',
  ...notAsked,
}

const changed = signal()
const forgotten = signal()
let owner: string | null = null
let current: BookingDraft | null = null
/** The draft as this page found it, before any change. */
let found: BookingDraft = emptyDraft
/** The server's version of the draft that this one is based on. It contains no personal data. */
let builtOn: string | null = null
let attempt: { fingerprint: string; reference: string } | null = null

/** A day that the form can show; empty for any other stored value. */
export function dayOrNone(saved: unknown): string {
  const isDay =
    typeof saved === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(saved) && !Number.isNaN(Date.parse(saved))
  return isDay ? saved : ''
}

/** A time that the form can show; empty for any other value. */
export function timeOrNone(saved: unknown): string {
  return typeof saved === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(saved) ? saved : ''
}

/** Only the choices are read back after a reload: a patient's details are never stored in the browser. */
function savedChoices(): Choices {
  const saved = readJson(tabShelf(), choicesKey)
  if (typeof saved !== 'object' || saved === null) return noChoices
  const { mode, day, time, payment, showTests } = saved as Partial<Record<keyof Choices, unknown>>
  return {
    mode: mode === 'sampleCollection' ? mode : 'walkin',
    day: dayOrNone(day),
    time: timeOrNone(time),
    payment: payment === 'online' || payment === 'link' ? payment : '',
    showTests: showTests === true,
  }
}

/** The draft of the signed-in account. On a shared phone the next account starts with an empty one. */
export function bookingDraft(): BookingDraft {
  const person = currentProfile()?.email ?? null
  if (person !== null && owner !== null && person !== owner) forgetDraft()
  owner = person ?? owner
  if (current === null) {
    found = { ...emptyDraft, ...savedChoices() }
    current = found
  }
  return current
}

/** The draft as this page found it: every difference from it was entered here. */
export function draftAsFound(): BookingDraft {
  bookingDraft()
  return found
}

/** The choices of a draft, without the patient's details. */
export function choicesOf({ mode, day, time, payment, showTests }: BookingDraft): Choices {
  return { mode, day, time, payment, showTests }
}

function saveChoices(): void {
  writeJson(tabShelf(), choicesKey, { ...choicesOf(bookingDraft()), builtOn })
}

/** Changes some answers of the draft. */
export function changeDraft(answers: Partial<BookingDraft>): void {
  const isAnother = (answers.gender ?? answers.person) !== undefined
  current = { ...bookingDraft(), ...(isAnother && notAsked), ...answers }
  saveChoices()
  changed.tell()
}

/** Remembers which server version the draft is based on, so that after a reload the newer choices win. */
export function noteVersion(version: string | null): void {
  builtOn = version
  saveChoices()
}

/** The server version that the choices stored in this tab were based on, or null. */
export function versionOfChoices(): string | null {
  const saved = readJson(tabShelf(), choicesKey)
  if (typeof saved !== 'object' || saved === null || !('builtOn' in saved)) return null
  return typeof saved.builtOn === 'string' ? saved.builtOn : null
}

/** Forgets every answer and the reference of the attempt: the booking is made or given up, or the user has signed out. */
export function forgetDraft(): void {
  current = null
  owner = null
  builtOn = null
  found = emptyDraft
  tabShelf().removeItem(choicesKey)
  renewReference()
  forgotten.tell()
  changed.tell()
}

/** Calls the listener whenever an answer changes. Returns a function that stops it. */
export const onDraftChange = changed.subscribe
/** Calls the listener whenever the draft is forgotten. Returns a function that stops it. */
export const onDraftForgotten = forgotten.subscribe

/** The draft, updated on every change. It outlives the page, so navigating back and forth loses nothing. */
export function useBookingDraft(): BookingDraft {
  return useSyncExternalStore(changed.subscribe, bookingDraft, () => emptyDraft)
}

/**
 * The reference to send with a booking: the same for the same content, so that double taps and retries after a lost
 * response create one order; a new one for other content. After a reload the stored reference is tried first.
 */
export function attemptReference(fingerprint: string): string {
  if (attempt?.fingerprint === fingerprint) return attempt.reference
  const before = attempt === null ? tabShelf().getItem(referenceKey) : null
  attempt = { fingerprint, reference: before ?? newReference() }
  tabShelf().setItem(referenceKey, attempt.reference)
  return attempt.reference
}

/** Gives the next booking a new reference. */
export function renewReference(): void {
  attempt = null
  tabShelf().removeItem(referenceKey)
}

function newReference(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `${Date.now()}-${Array.from(random, (part) => part.toString(36)).join('')}`
}
