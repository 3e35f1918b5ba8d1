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

/** Delay between the last change and saving the draft, in milliseconds. */
const settles = 1000
/** The draft is saved at the latest this long before the session ends, in milliseconds. */
const lastMoments = 3000
const longestPause = 30_000

/** State of the draft: not read yet, nothing to save, being saved, saved, or the server is unreachable or refuses it. */
export type DraftStatus = 'reading' | 'empty' | 'saving' | 'saved' | 'failing'

type Content = Pick<KeptDraft, 'answers' | 'lab' | 'tests'>

const changed = signal()
/** The server's draft; undefined until it has been read. */
let stored: KeptDraft | null | undefined
/** The account's credit, in naira. It comes with the draft, so the cart needs no further request. */
let credit = 0
/** Content that needs no saving: the server has it, or it was deleted there. */
let clean = ''
let busy: Promise<void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
/** The content that the server refused, so that it is not sent again unchanged. */
let refused = ''
let watchers = 0
/** Counts the drafts that were forgotten. A response that belongs to an earlier draft is ignored. */
let era = 0

function contentNow(): Content {
  const lab = cartLab()
  return { answers: answersOf(bookingDraft()), lab: lab && { ...lab }, tests: [...cartItems()] }
}

const textOf = ({ answers, lab, tests }: Content) =>
  JSON.stringify([answers, lab?.reference ?? null, lab?.address, tests])

/** A draft belongs to the cart that it was started with: another lab's draft may be about another patient. */
function isOfThisCart(draft: KeptDraft): boolean {
  return cartItems().length === 0 || draft.lab?.reference === cartLab()?.reference
}

/** Whether the server lacks the current content. A form without answers is not saved. */
function isUnsaved(): boolean {
  if (textOf(contentNow()) === clean) return false
  return !isBlank(bookingDraft()) || (stored != null && isOfThisCart(stored))
}

function needsSaving(): boolean {
  if (stored === undefined || currentToken() === null) return false
  return isUnsaved() && textOf(contentNow()) !== refused
}

/** Merges the server's draft into the local answers. */
function take(theirs: KeptDraft | null): void {
  const before = stored
  stored = theirs
  if (theirs && isOfThisCart(theirs)) {
    const base = before && isOfThisCart(before) ? draftFrom(before.answers) : draftAsFound()
    const mine = bookingDraft()
    const merged = mergeDrafts(base, mine, draftFrom(theirs.answers))
    // The choices survive a reload in this tab and are newer than the version they were based on.
    const newer = before === undefined && versionOfChoices() === theirs.version ? choicesOf(mine) : {}
    changeDraft({ ...merged, ...newer })
  }
  clean = theirs ? textOf(theirs) : before ? textOf(contentNow()) : ''
  noteVersion(theirs?.version ?? null)
}

async function read(): Promise<void> {
  const before = era
  const { data } = await call(readBookingDraft)
  if (era !== before) return
  credit = data.credit
  take(data.draft)
}

async function save(keepalive: boolean): Promise<void> {
  const content = contentNow()
  const before = era
  try {
    const body = { ...content, basedOn: stored?.version ?? null }
    const { data } = await call(saveBookingDraft, { body, keepalive })
    if (era !== before) return
    stored = data
    clean = textOf(content)
    noteVersion(data.version)
  } catch (thrown) {
    if (era !== before) return
    if (!(thrown instanceof ApiFailure)) throw thrown
    if (thrown.code === 'draft_changed') take(thrown.data as KeptDraft | null)
    else if (thrown.code === 'invalid') refused = textOf(content)
    else throw thrown
  }
}

/** Runs one step and plans the next. A failed step shows no error and is retried, later each time. */
function step(action: () => Promise<void>): Promise<void> {
  clearTimeout(timer)
  // Called first: it forgets the draft if another account has signed in.
  bookingDraft()
  const mine = action()
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
  changed.tell()
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
  changed.tell()
  if (watchers === 0 || busy || currentToken() === null) return
  if (stored === undefined) timer = setTimeout(() => void step(read), failures > 0 ? pause() : 0)
  else if (needsSaving()) timer = setTimeout(() => void step(() => save(false)), pause())
}

/** Saves unsaved answers immediately, because the user leaves the page. */
export function saveDraftNow(): void {
  if (!busy && needsSaving()) void step(() => save(true))
}

function reset(): void {
  era += 1
  clearTimeout(timer)
  stored = undefined
  credit = 0
  clean = ''
  refused = ''
  busy = null
  failures = 0
  changed.tell()
}
onDraftForgotten(reset)

/** Starts syncing the draft with the server, beginning with a read. Returns a function that stops it. */
export function syncDraft(): () => void {
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
  const listening = new AbortController()
  const until = { signal: listening.signal }
  window.addEventListener('online', again, until)
  window.addEventListener('pagehide', saveDraftNow, until)
  document.addEventListener('visibilitychange', seen, until)
  if (!busy && currentToken() !== null) void step(read)
  return () => {
    if (listening.signal.aborted) return
    saveDraftNow()
    watchers -= 1
    clearTimeout(timer)
    for (const stop of stops) stop()
    listening.abort()
  }
}

/** The current state of the draft. */
export function draftStatus(): DraftStatus {
  if (stored === undefined) return failures > 0 ? 'failing' : 'reading'
  if (isUnsaved()) return failures > 0 || !needsSaving() ? 'failing' : 'saving'
  return stored === null || !isOfThisCart(stored) ? 'empty' : 'saved'
}

export const onDraftStatus = changed.subscribe

/** The account's credit in naira, updated whenever the draft is read. */
export function useAccountCredit(): number {
  return useSyncExternalStore(changed.subscribe, accountCredit, () => 0)
}

/** The account's credit when the draft was last read, in naira. */
function accountCredit(): number {
  return credit
}

const patience = 1500

/** Waits at most 1.5 seconds for a running save, so that it cannot arrive after the booking and outlive it. */
export async function settleDraft(): Promise<void> {
  clearTimeout(timer)
  await Promise.race([busy, new Promise((done) => setTimeout(done, patience))])
  clearTimeout(timer)
}

/** The draft has become an order and the server has deleted it: the local answers must not be saved again. */
export function draftIsPlaced(): void {
  clearTimeout(timer)
  stored = null
  clean = textOf(contentNow())
  noteVersion(null)
  changed.tell()
}

/** Gives up the booking: waits for a running save and deletes the draft on the server. */
export async function giveUpDraft(): Promise<void> {
  await settleDraft()
  if (currentToken() !== null) await call(forgetBookingDraft)
}

/** Restores the draft's cart and answers if this device's cart is empty. Returns whether the cart holds anything then. */
export async function restoreCart(): Promise<boolean> {
  if (cartItems().length > 0) return true
  bookingDraft()
  const before = era
  const { draft } = (await call(readBookingDraft)).data
  if (era !== before || cartItems().length > 0) return cartItems().length > 0
  if (!draft?.lab || draft.tests.length === 0) return false
  const { location, state, ...lab } = draft.lab
  fillCart({ ...lab, ...(location ? { location } : {}), ...(state ? { state } : {}) }, draft.tests)
  take(draft)
  return true
}
