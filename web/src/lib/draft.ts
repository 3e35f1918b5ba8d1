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
}

const changed = signal()
let owner: string | null = null
let kept: BookingDraft | null = null
let attempt: { fingerprint: string; reference: string } | null = null

/** Only the choices are read back after a reload: a patient's details are never in the browser's storage. */
function savedChoices(): Choices {
  const saved = readJson(tabShelf(), choicesKey)
  if (typeof saved !== 'object' || saved === null) return noChoices
  const { mode, day, time, payment, showTests } = saved as Partial<Record<keyof Choices, unknown>>
  return {
    mode: mode === 'sampleCollection' ? mode : 'walkin',
    day: typeof day === 'string' ? day : '',
    time: typeof time === 'string' ? time : '',
    payment: payment === 'online' || payment === 'link' ? payment : '',
    showTests: showTests === true,
  }
}

/** The draft of whoever is signed in now. On a shared phone the next person starts with an empty one. */
export function bookingDraft(): BookingDraft {
  const person = currentProfile()?.email ?? null
  if (person !== null && owner !== null && person !== owner) forgetDraft()
  owner = person ?? owner
  kept ??= { ...emptyDraft, ...savedChoices() }
  return kept
}

/** Changes some answers of the draft. */
export function changeDraft(answers: Partial<BookingDraft>): void {
  kept = { ...bookingDraft(), ...answers }
  const { mode, day, time, payment, showTests } = kept
  writeJson(tabShelf(), choicesKey, { mode, day, time, payment, showTests } satisfies Choices)
  changed.tell()
}

/** Forgets every answer and the reference of the attempt: the booking is made, or given up. */
export function forgetDraft(): void {
  kept = null
  owner = null
  tabShelf().removeItem(choicesKey)
  renewReference()
  changed.tell()
}

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
