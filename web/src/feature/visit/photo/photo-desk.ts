import { sendVisitPhoto } from '@labalaba/contract'
import { ApiFailure, call } from '../../../lib/api.ts'
import { bytesOf } from '../../../lib/jpeg.ts'
import { currentProfile, currentToken, onSessionChange } from '../../../lib/session.ts'
import { signal } from '../../../lib/store.ts'
import { dropPhoto, isPhotoKept, keepPhoto, keptPhotos, type TakenPhoto } from '../kept-round.ts'
import { currentDesk, onDeskChange, sync, tellConflict } from '../round-desk.ts'
import { inTurn } from '../tabs.ts'
import { fateOf, refusedPhotoWords } from './policy.ts'

/*
 * Photos wait beside the steps of a round and are sent after them, by themselves: whatever becomes of a photo, no step waits
 * for it. They are this tab's alone, sealed like its round, and go with it. A tab that was doubled has its photos twice: one
 * of the two sends at a time, and what the other has sent or taken away is gone here too.
 */

export type Photos = {
  /** Taken and not sent yet, the first first. */
  readonly waiting: readonly TakenPhoto[]
  /** All of them could be written down here: a reload loses none. */
  readonly isKept: boolean
}

const none: Photos = { waiting: [], isKept: true }
let owner = ''
let photos = none
/** Those that are surely written down here. */
const kept = new Set<string>()
const changed = signal()

export const onPhotosChange = changed.subscribe
export const currentPhotos = () => photos

function set(change: Partial<Photos>): void {
  photos = { ...photos, ...change }
  changed.tell()
}

const without = (id: string) => photos.waiting.filter((one) => one.id !== id)

/** Keeps a photo until it is sent; where it is taken again, in the place of the one before. */
export async function takePhoto(photo: TakenPhoto, instead: string | null): Promise<void> {
  const doer = owner
  const waiting = photos.waiting.some(({ id }) => id === instead)
    ? photos.waiting.map((one) => (one.id === instead ? photo : one))
    : [...photos.waiting, photo]
  set({ waiting })
  const isKept = await keepPhoto(doer, photo, new Date())
  if (isKept) kept.add(photo.id)
  if (instead !== null) await dropPhoto(instead)
  if (doer === owner) set({ isKept: photos.isKept && isKept })
}

/** Takes a photo away that is not sent yet. */
export async function removePhoto(id: string): Promise<void> {
  set({ waiting: without(id) })
  await dropPhoto(id)
}

/** Sends what waits whenever the round allows it. Answers how to stop. */
export function followDesk(): () => void {
  if (!isWatching) onSessionChange(forgetWhoLeft)
  isWatching = true
  void open().then(sendNext)
  return onDeskChange(() => void open().then(sendNext))
}

/** For as long as the program runs: who signs out may do so on another page. */
let isWatching = false

/** Whoever signs out leaves none behind, also in the open tab. */
function forgetWhoLeft(): void {
  if (currentProfile() !== null) return
  owner = ''
  again = 0
  set(none)
}

/** The photos of whoever is signed in. */
async function open(): Promise<void> {
  const now = currentProfile()?.email ?? ''
  if (now === owner) return
  owner = now
  set(none)
  const found = await keptPhotos(new Date())
  if (now !== owner) return
  for (const { id } of found) kept.add(id)
  const sooner = photos.waiting
  set({ waiting: [...found.filter(({ id }) => sooner.every((one) => one.id !== id)), ...sooner] })
}

let sending = false
/** Where no answer came it is left alone for a while: each try costs the data of a whole photo. */
let again = 0
const pause = 15_000

/** One at a time, and only while no step waits and there is a network; what fails is tried again when the round is. */
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

type Due = { readonly photo: TakenPhoto; readonly fate: 'send' | 'drop' | 'tell' }

function due(): Due | null {
  const { round, waiting } = currentDesk()
  const isHere = owner !== '' && currentProfile()?.email === owner && currentToken() !== null
  if (!round || waiting.length > 0 || !isHere || !navigator.onLine || Date.now() < again) return null
  for (const photo of photos.waiting) {
    const fate = fateOf(photo, round.visits)
    if (fate !== 'wait') return { photo, fate }
  }
  return null
}

/** Whether it is settled what becomes of a photo. */
async function settle({ photo, fate }: Due): Promise<boolean> {
  const asker = owner
  if (kept.has(photo.id) && (await isPhotoKept(photo.id)) === false) {
    // The other tab that has it was quicker, or whoever took it wants it no more.
    set({ waiting: without(photo.id) })
    return true
  }
  const outcome = fate === 'send' ? await send(photo) : fate === 'tell' ? visitGone : 'done'
  if (outcome === 'later' || asker !== owner) return false
  await removePhoto(photo.id)
  if (outcome === 'done') return true
  const whose = currentDesk().round?.visits.find(({ id }) => id === photo.visit)
  const title = `A photo of the tubes${whose ? `, ${whose.patient.name}` : ''}: it was not kept`
  tellConflict({ id: photo.id, title, words: refusedPhotoWords(outcome.code, outcome.message) })
  return true
}

const visitGone = { code: 'visit_changed', message: '' } as const

/** Sends a photo; answers whether it may be tried again, or why it is never kept. */
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
