import { sendVisitPhoto } from '@labalaba/contract'
import * as copy from '../../../copy/home-visits.ts'
import { ApiFailure, call } from '../../../lib/api.ts'
import { fill } from '../../../lib/fill.ts'
import { bytesOf } from '../../../lib/jpeg.ts'
import { currentProfile, currentToken, onSessionChange } from '../../../lib/session.ts'
import { signal } from '../../../lib/store.ts'
import { dropPhoto, isPhotoStored, storedPhotos, storePhoto, type TakenPhoto } from '../offline-round.ts'
import { currentDesk, onDeskChange, sync, tellConflict } from '../round-desk.ts'
import { inTurn } from '../tabs.ts'
import { photoAction, refusedPhotoWords } from './policy.ts'

/*
 * Photos are sent after the steps of a round, on their own: no step waits for a photo. They belong to this tab, encrypted
 * like its round, and are deleted with it. A duplicated tab has the same photos: only one of the two sends at a time, and a
 * photo that the other has sent or removed is dropped here too.
 */

export type Photos = {
  /** Taken and not sent yet, the oldest first. */
  readonly waiting: readonly TakenPhoto[]
  /** All of them could be stored here: a reload loses none. */
  readonly isStored: boolean
}

const none: Photos = { waiting: [], isStored: true }
let owner = ''
let photos = none
/** The photos that are certainly stored here. */
const stored = new Set<string>()
const changed = signal()

export const onPhotosChange = changed.subscribe
export const currentPhotos = () => photos

function set(change: Partial<Photos>): void {
  photos = { ...photos, ...change }
  changed.tell()
}

const without = (id: string) => photos.waiting.filter((one) => one.id !== id)

/** Stores a photo until it is sent; a retake replaces the previous one. */
export async function takePhoto(photo: TakenPhoto, instead: string | null): Promise<void> {
  const account = owner
  const waiting = photos.waiting.some(({ id }) => id === instead)
    ? photos.waiting.map((one) => (one.id === instead ? photo : one))
    : [...photos.waiting, photo]
  set({ waiting })
  const isStored = await storePhoto(account, photo, new Date())
  if (isStored) stored.add(photo.id)
  if (instead !== null) await dropPhoto(instead)
  if (account === owner) set({ isStored: photos.isStored && isStored })
}

/** Removes a photo that is not sent yet. */
export async function removePhoto(id: string): Promise<void> {
  set({ waiting: without(id) })
  await dropPhoto(id)
}

/** Sends pending photos whenever the round allows it. Returns a function that stops this. */
export function followDesk(): () => void {
  if (!isWatching) onSessionChange(forgetWhoLeft)
  isWatching = true
  void open().then(sendNext)
  return onDeskChange(() => void open().then(sendNext))
}

/** Stays true for the lifetime of the page: the user may log out on another screen. */
let isWatching = false

/** A logout removes the photos from memory, also in an open tab. */
function forgetWhoLeft(): void {
  if (currentProfile() !== null) return
  owner = ''
  again = 0
  set(none)
}

/** Loads the photos of the signed-in account. */
async function open(): Promise<void> {
  const now = currentProfile()?.email ?? ''
  if (now === owner) return
  owner = now
  set(none)
  const found = await storedPhotos(new Date())
  if (now !== owner) return
  for (const { id } of found) stored.add(id)
  const sooner = photos.waiting
  set({ waiting: [...found.filter(({ id }) => sooner.every((one) => one.id !== id)), ...sooner] })
}

let sending = false
/** After a failed send, sending pauses for 15 seconds: each try costs the data of a whole photo. */
let again = 0
const pause = 15_000

/** Sends one at a time, while no step is unsent and there is a network. Failures are retried with the next sync. */
async function sendNext(): Promise<void> {
  if (sending) return
  sending = true
  let settled = 0
  try {
    if (due())
      await inTurn('photos', async () => {
        for (let next = due(); next && (await settle(next)); next = due()) settled += 1
      })
  } finally {
    sending = false
  }
  if (settled > 0) void sync()
}

type Due = { readonly photo: TakenPhoto; readonly action: 'send' | 'drop' | 'tell' }

function due(): Due | null {
  const { round, waiting } = currentDesk()
  const isHere = owner !== '' && currentProfile()?.email === owner && currentToken() !== null
  if (!round || waiting.length > 0 || !isHere || !navigator.onLine || Date.now() < again) return null
  for (const photo of photos.waiting) {
    const action = photoAction(photo, round.visits)
    if (action !== 'wait') return { photo, action }
  }
  return null
}

/** Sends or drops a photo; returns whether it is settled. */
async function settle({ photo, action }: Due): Promise<boolean> {
  const account = owner
  if (stored.has(photo.id) && (await isPhotoStored(photo.id)) === false) {
    // The other tab has already sent it, or the user has removed it there.
    set({ waiting: without(photo.id) })
    return true
  }
  const outcome = action === 'send' ? await send(photo) : action === 'tell' ? visitGone : 'done'
  if (outcome === 'later' || account !== owner) return false
  await removePhoto(photo.id)
  if (outcome === 'done') return true
  const whose = currentDesk().round?.visits.find(({ id }) => id === photo.visit)
  const title = whose ? fill(copy.photoConflictWith, { patient: whose.patient.name }) : copy.photoConflict
  tellConflict({ id: photo.id, title, words: refusedPhotoWords(outcome.code, outcome.message) })
  return true
}

const visitGone = { code: 'visit_changed', message: '' } as const

/** Sends a photo; returns whether it is done, can be retried, or why it was refused for good. */
async function send({ id, visit, round, at, picture }: TakenPhoto): Promise<'done' | 'later' | ApiFailure> {
  try {
    const body = { id, round, at, agreed: true, image: bytesOf(picture) } as const
    await call(sendVisitPhoto, { params: { visit }, body })
    return 'done'
  } catch (failure) {
    const isFinal = failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500
    if (isFinal && failure.status !== 401 && failure.status !== 429) return failure
    again = Date.now() + pause
    return 'later'
  }
}
