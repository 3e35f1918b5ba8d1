import type { ConsentKind, Relationship } from '@labalaba/contract'
import { useSyncExternalStore } from 'react'
import { currentProfile } from './session.ts'
import { readJson, signal, tabShelf, writeJson } from './store.ts'

const choicesKey = '_booking'
const referenceKey = '_booking_ref'

/** How the sample is taken, when, and who pays: says nothing about who the patient is. */
type Choices = {
  mode: 'walkin' | 'sampleCollection'
  day: string
  time: string
  payment: '' | 'online' | 'link'
  showTests: boolean
}

/** What has been typed into the cart so far. `day` is a Lagos day, `time` is HH:MM in Lagos. */
export type BookingDraft = Choices & {
  name: string
  email: string
  phone: string
  birth: { day: string; month: string; year: string }
  gender: '' | 'Male' | 'Female'
  street: string
  area: string
  landmark: string
  /** Whom it is for: `self`, `other`, one of the account's people by their id, or nothing while nobody has said. */
  person: string
  /** What was agreed to for them. */
  consent: '' | ConsentKind
  /** As whom they are to be kept for next time; empty for not at all. */
  keep: '' | Relationship
}

const noChoices: Choices = { mode: 'walkin', day: '', time: '', payment: '', showTests: false }

/** A draft with nothing in it. */
export const emptyDraft: BookingDraft = {
  ...noChoices,
  name: '',
  email: '',
  phone: '',
  birth: { day: '', month: '', year: '' },
  gender: '',
  street: '',
  area: '',
  landmark: '',
  ...{ person: '', consent: '', keep: '' },
}

const changed = signal()
const forgotten = signal()
let owner: string | null = null
let kept: BookingDraft | null = null
/** The draft as this page found it, before anything was changed. */
let found: BookingDraft = emptyDraft
/** The version of the draft on the server that this one is built on. It says nothing about anybody. */
let builtOn: string | null = null
let attempt: { fingerprint: string; reference: string } | null = null

/** A day as the form can show it; none for anything else, whoever kept it. */
export function dayOrNone(kept: unknown): string {
  const isDay =
    typeof kept === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(kept) && !Number.isNaN(Date.parse(kept))
  return isDay ? kept : ''
}

/** A time as the form can show it; none for anything else. */
export function timeOrNone(kept: unknown): string {
  return typeof kept === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(kept) ? kept : ''
}

/** Only the choices are read back after a reload: a patient's details are never in the browser's storage. */
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

/** The draft of whoever is signed in now. On a shared phone the next person starts with an empty one. */
export function bookingDraft(): BookingDraft {
  const person = currentProfile()?.email ?? null
  if (person !== null && owner !== null && person !== owner) forgetDraft()
  owner = person ?? owner
  if (kept === null) {
    found = { ...emptyDraft, ...savedChoices() }
    kept = found
  }
  return kept
}

/** The draft as this page found it: what differs from it was answered here. */
export function draftAsFound(): BookingDraft {
  bookingDraft()
  return found
}

/** The choices alone. */
export function choicesOf({ mode, day, time, payment, showTests }: BookingDraft): Choices {
  return { mode, day, time, payment, showTests }
}

function keepChoices(): void {
  writeJson(tabShelf(), choicesKey, { ...choicesOf(bookingDraft()), builtOn })
}

/** Changes some answers of the draft. */
export function changeDraft(answers: Partial<BookingDraft>): void {
  kept = { ...bookingDraft(), ...answers }
  keepChoices()
  changed.tell()
}

/** Remembers which version on the server the draft is built on, so that after a reload the newer choices win. */
export function noteVersion(version: string | null): void {
  builtOn = version
  keepChoices()
}

/** The version that the choices kept in this tab were built on, or null. */
export function versionOfChoices(): string | null {
  const saved = readJson(tabShelf(), choicesKey)
  if (typeof saved !== 'object' || saved === null || !('builtOn' in saved)) return null
  return typeof saved.builtOn === 'string' ? saved.builtOn : null
}

/** Forgets every answer and the reference of the attempt: the booking is made, given up, or its owner has left. */
export function forgetDraft(): void {
  kept = null
  owner = null
  builtOn = null
  found = emptyDraft
  tabShelf().removeItem(choicesKey)
  renewReference()
  forgotten.tell()
  changed.tell()
}

/** Calls back whenever an answer changes; answers how to stop. */
export const onDraftChange = changed.subscribe
/** Calls back whenever the draft is forgotten; answers how to stop. */
export const onDraftForgotten = forgotten.subscribe

/** The draft, kept up to date. It outlives the page, so Back and forth in the app loses nothing. */
export function useBookingDraft(): BookingDraft {
  return useSyncExternalStore(changed.subscribe, bookingDraft, () => emptyDraft)
}

/**
 * The reference to send with a booking of this content: the same for the same content, so that double taps and
 * tries after a lost answer make one order; another for other content. After a reload the last one is tried first.
 */
export function attemptReference(fingerprint: string): string {
  if (attempt?.fingerprint === fingerprint) return attempt.reference
  const before = attempt === null ? tabShelf().getItem(referenceKey) : null
  attempt = { fingerprint, reference: before ?? newReference() }
  tabShelf().setItem(referenceKey, attempt.reference)
  return attempt.reference
}

/** The next booking gets a reference of its own. */
export function renewReference(): void {
  attempt = null
  tabShelf().removeItem(referenceKey)
}

function newReference(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `${Date.now()}-${Array.from(random, (part) => part.toString(36)).join('')}`
}
