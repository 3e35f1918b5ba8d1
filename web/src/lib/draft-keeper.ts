import { forgetBookingDraft, type KeptDraft, readBookingDraft, saveBookingDraft } from '@labalaba/contract'
import { useSyncExternalStore } from 'react'
import { ApiFailure, call } from './api.ts'
import { cartItems, cartLab, fillCart, onCartChange } from './cart.ts'
import {
  bookingDraft,
  changeDraft,
  choicesOf,
  draftAsFound,
  noteVersion,
  onDraftChange,
  onDraftForgotten,
  versionOfChoices,
} from './draft.ts'
import { answersOf, draftFrom, isBlank, mergeDrafts } from './draft-merge.ts'
import { currentToken, sessionEndsAt } from './session.ts'
import { signal } from './store.ts'

/** How long after the last change the draft is saved, in milliseconds. */
const settles = 1000
/** Nothing is left unsaved this close to the end of the session. */
const lastMoments = 3000
const longestPause = 30_000

/** Where the draft stands: not read yet, nothing to keep, being kept, kept, or not reaching the server. */
export type Standing = 'reading' | 'empty' | 'saving' | 'saved' | 'failing'

type Content = Pick<KeptDraft, 'answers' | 'lab' | 'tests'>

const told = signal()
/** What the server has; undefined until it was asked. */
let known: KeptDraft | null | undefined
/** What of the account's own could pay the booking, naira. It comes with the draft, so that the cart asks once. */
let credit = 0
/** What needs no saving: as the server has it, or as it was let go there. */
let clean = ''
let busy: Promise<void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
/** What the server will not take, so that it is not sent again before it is changed. */
let refused = ''
let watchers = 0
/** Counts the drafts that were forgotten: an answer that comes after its draft was is nobody's any more. */
let era = 0

function contentNow(): Content {
  const lab = cartLab()
  return { answers: answersOf(bookingDraft()), lab: lab && { ...lab }, tests: [...cartItems()] }
}

const textOf = ({ answers, lab, tests }: Content) =>
  JSON.stringify([answers, lab?.reference ?? null, lab?.address, tests])

/** A draft belongs to the cart that it was begun with: another lab's may be about another patient. */
function isOfThisCart(draft: KeptDraft): boolean {
  return cartItems().length === 0 || draft.lab?.reference === cartLab()?.reference
}

/** Whether the server lacks what stands here. A form without an answer is nothing to keep. */
function isUnsaved(): boolean {
  if (textOf(contentNow()) === clean) return false
  return !isBlank(bookingDraft()) || (known != null && isOfThisCart(known))
}

function needsSaving(): boolean {
  if (known === undefined || currentToken() === null) return false
  return isUnsaved() && textOf(contentNow()) !== refused
}

/** Takes what the server has into the answers here. */
function take(theirs: KeptDraft | null): void {
  const before = known
  known = theirs
  if (theirs && isOfThisCart(theirs)) {
    const base = before && isOfThisCart(before) ? draftFrom(before.answers) : draftAsFound()
    const mine = bookingDraft()
    const merged = mergeDrafts(base, mine, draftFrom(theirs.answers))
    // The choices outlive a reload in this tab, and are newer than what they were built on.
    const newer = before === undefined && versionOfChoices() === theirs.version ? choicesOf(mine) : {}
    changeDraft({ ...merged, ...newer })
  }
  clean = theirs ? textOf(theirs) : before ? textOf(contentNow()) : ''
  noteVersion(theirs?.version ?? null)
}

async function read(): Promise<void> {
  const asked = era
  const { data } = await call(readBookingDraft)
  if (era !== asked) return
  credit = data.credit
  take(data.draft)
}

async function save(keepalive: boolean): Promise<void> {
  const content = contentNow()
  const asked = era
  try {
    const body = { ...content, basedOn: known?.version ?? null }
    const { data } = await call(saveBookingDraft, { body, keepalive })
    if (era !== asked) return
    known = data
    clean = textOf(content)
    noteVersion(data.version)
  } catch (thrown) {
    if (era !== asked) return
    if (!(thrown instanceof ApiFailure)) throw thrown
    if (thrown.code === 'draft_changed') take(thrown.data as KeptDraft | null)
    else if (thrown.code === 'invalid') refused = textOf(content)
    else throw thrown
  }
}

/** Does one step, and plans the next. A failed one disturbs nobody and is tried again, later each time. */
function step(deed: () => Promise<void>): Promise<void> {
  clearTimeout(timer)
  // Notices first where somebody else has signed in.
  bookingDraft()
  const mine = deed()
    .then(
      () => {
        failures = 0
      },
      () => {
        failures += 1
      },
    )
    .then(() => {
      if (busy !== mine) return
      busy = null
      plan()
    })
  busy = mine
  told.tell()
  return mine
}

function pause(): number {
  if (failures > 0) return Math.min(longestPause, 1000 * 2 ** failures)
  const endsAt = sessionEndsAt()
  const left = endsAt === null ? Number.POSITIVE_INFINITY : endsAt - Date.now() - lastMoments
  return Math.max(0, Math.min(settles, left))
}

function plan(): void {
  clearTimeout(timer)
  told.tell()
  if (watchers === 0 || busy || currentToken() === null) return
  if (known === undefined) timer = setTimeout(() => void step(read), failures > 0 ? pause() : 0)
  else if (needsSaving()) timer = setTimeout(() => void step(() => save(false)), pause())
}

/** Saves at once what is not saved yet: the page is being left. */
export function saveDraftNow(): void {
  if (!busy && needsSaving()) void step(() => save(true))
}

function reset(): void {
  era += 1
  clearTimeout(timer)
  known = undefined
  credit = 0
  clean = ''
  refused = ''
  busy = null
  failures = 0
  told.tell()
}
onDraftForgotten(reset)

/** Keeps the draft on the server from now on, beginning with what is there; answers how to stop. */
export function keepDraft(): () => void {
  watchers += 1
  const again = () => {
    failures = 0
    plan()
  }
  const seen = () => {
    if (document.visibilityState === 'hidden') saveDraftNow()
    else if (!busy && !needsSaving() && currentToken() !== null) void step(read)
  }
  const stops = [onDraftChange(plan), onCartChange(plan)]
  window.addEventListener('online', again)
  window.addEventListener('pagehide', saveDraftNow)
  document.addEventListener('visibilitychange', seen)
  if (!busy && currentToken() !== null) void step(read)
  return () => {
    if (stops.length === 0) return
    saveDraftNow()
    watchers -= 1
    clearTimeout(timer)
    for (const stop of stops.splice(0)) stop()
    window.removeEventListener('online', again)
    window.removeEventListener('pagehide', saveDraftNow)
    document.removeEventListener('visibilitychange', seen)
  }
}

/** Where the draft stands now. */
export function draftStanding(): Standing {
  if (known === undefined) return failures > 0 ? 'failing' : 'reading'
  if (isUnsaved()) return failures > 0 || !needsSaving() ? 'failing' : 'saving'
  return known === null || !isOfThisCart(known) ? 'empty' : 'saved'
}

export const onDraftStanding = told.subscribe

/** The account's credit, kept up to date as the draft is read. */
export function useAccountCredit(): number {
  return useSyncExternalStore(told.subscribe, accountCredit, () => 0)
}

/** The account's credit as it was when the draft was last read, naira. */
function accountCredit(): number {
  return credit
}

const patience = 1500

/** Lets a save that is under way come to its end, so that it cannot arrive after the booking and outlive it. */
export async function settleDraft(): Promise<void> {
  clearTimeout(timer)
  await Promise.race([busy, new Promise((done) => setTimeout(done, patience))])
  clearTimeout(timer)
}

/** The draft has become an order, and the server has let it go: what stands here is not to be kept again. */
export function draftIsPlaced(): void {
  clearTimeout(timer)
  known = null
  clean = textOf(contentNow())
  noteVersion(null)
  told.tell()
}

/** The booking is given up, on the server too. */
export async function giveUpDraft(): Promise<void> {
  await settleDraft()
  if (currentToken() !== null) await call(forgetBookingDraft)
}

/**
 * Brings back the cart of the draft where this device's is empty, and says whether the cart holds anything then. The
 * answers come back with it.
 */
export async function restoreCart(): Promise<boolean> {
  if (cartItems().length > 0) return true
  bookingDraft()
  const asked = era
  const { draft } = (await call(readBookingDraft)).data
  if (era !== asked || cartItems().length > 0) return cartItems().length > 0
  if (!draft?.lab || draft.tests.length === 0) return false
  const { location, state, ...lab } = draft.lab
  fillCart({ ...lab, ...(location ? { location } : {}), ...(state ? { state } : {}) }, draft.tests)
  take(draft)
  return true
}
