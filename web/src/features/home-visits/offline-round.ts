import type { Round, RoundVisit, Untaken, VisitActSent } from '@labalaba/contract'
import { lagosDate } from '@labalaba/contract'
import { offlineStore } from '../../lib/offline-store.ts'
import { type Sealed, seal, sealName, unseal } from '../../lib/sealed.ts'
import { currentProfile, onSessionChange, onSessionLost, sealKey, sessionRanOut } from '../../lib/session.ts'
import { tabShelf } from '../../lib/store.ts'

/*
 * What the phone stores, so that a reload loses nothing: the round and its ticks, encrypted with a key that only this tab
 * has; and the unsent acts, which name no patient.
 */

const { inStore, opened } = offlineStore('labalaba-round')

/** The owner of this tab's key, stored from the loss of their session until the next login. */
const sealOwnerKey = '_seal_of'

/** The key of this tab and its owner. */
let own: { readonly email: string; readonly key: string } | null = null
let isHeld = false

/**
 * A lost session removes the key. Ticks and photos are stored nowhere else yet, so the key stays in the tab until the same
 * account logs in. A login of another account, or a logout, deletes it.
 */
function holdKey(): void {
  const key = tabShelf().getItem(sealKey)
  const email = currentProfile()?.email
  if (key !== null && email !== undefined) own = { email, key }
  if (isHeld) return
  isHeld = true
  onSessionLost(() => {
    if (!own) return
    tabShelf().setItem(sealKey, own.key)
    tabShelf().setItem(sealOwnerKey, own.email)
  })
  onSessionChange(() => {
    giveKey()
    // Runs after it is known whether the session was lost.
    queueMicrotask(() => {
      if (currentProfile() === null && !sessionRanOut()) own = null
    })
  })
}

/** The key is valid again for its owner; any other account deletes it. */
function giveKey(): void {
  const [owner, now] = [tabShelf().getItem(sealOwnerKey), currentProfile()?.email]
  if (owner === null || now === undefined) return
  if (owner !== now) tabShelf().removeItem(sealKey)
  tabShelf().removeItem(sealOwnerKey)
}

/** The key of a record in the store. Each tab has its own, so that two open tabs do not overwrite each other. */
async function placeOf(what: string): Promise<string | null> {
  giveKey()
  holdKey()
  const name = await sealName()
  if (name === null) return null
  ownPlaces.add(`round:${name}:`)
  return `round:${name}:${what}`
}

/** The prefixes of this tab's records, for finding them after the key is gone. */
const ownPlaces = new Set<string>()

/** Stores a round until the end of its day; returns whether that succeeded. */
export async function storeRound(owner: string, round: Round): Promise<boolean> {
  return await put(owner, owner, await seal(owner, round.day, round))
}

/** The round stored today in this tab, or null. Deletes what was stored on earlier days. */
export async function storedRound(owner: string, now: Date): Promise<Round | null> {
  await forgetWhere((key, day) => key.startsWith('round:') && day !== lagosDate(now))
  return (await read(owner, now)) as Round | null
}

async function read(what: string, now: Date): Promise<unknown> {
  const place = await placeOf(what)
  return place === null ? null : await unseal(await inStore('readonly', (store) => store.get(place)), now)
}

/** Stores nothing if the account has logged out meanwhile. */
async function put(owner: string, what: string, sealed: Sealed | null): Promise<boolean> {
  const place = sealed && (await placeOf(what))
  if (!place || currentProfile()?.email !== owner) return false
  return (await inStore('readwrite', (store) => store.put(sealed, place))) !== undefined
}

/** The ticks at the door before the act is done. Ticks are work, so a reload must not lose them. */
export type Ticks = {
  readonly isPatient: boolean
  readonly taken: readonly string[]
  /** The specimens that cannot be taken, and why. */
  readonly left: readonly Untaken[]
}

const ticksOf = ({ id, round }: Pick<RoundVisit, 'id' | 'round'>) => `ticks:${id}:${round}`

/** Stores the ticks of a visit, for as long as the round. */
export async function storeTicks(
  visit: Pick<RoundVisit, 'id' | 'round'>,
  ticks: Ticks,
  now: Date,
): Promise<void> {
  const owner = currentProfile()?.email ?? ''
  await put(owner, ticksOf(visit), await seal(owner, lagosDate(now), ticks))
}

/** The ticks of a visit stored in this tab today, or null. */
export async function storedTicks(visit: Pick<RoundVisit, 'id' | 'round'>, now: Date): Promise<Ticks | null> {
  return (await read(ticksOf(visit), now)) as Ticks | null
}

/** An unsent photo of the tubes: a JPEG as a data URL. */
export type TakenPhoto = {
  readonly id: string
  readonly visit: string
  readonly round: number
  readonly at: string
  readonly picture: string
}

/** Stores a photo until it is sent, at most as long as the round; returns whether that succeeded. */
export async function storePhoto(owner: string, photo: TakenPhoto, now: Date): Promise<boolean> {
  return await put(owner, `photo:${photo.id}`, await seal(owner, lagosDate(now), photo))
}

/** The unsent photos of this tab, the oldest first. */
export async function storedPhotos(now: Date): Promise<TakenPhoto[]> {
  const start = await placeOf('photo:')
  const keys = start === null ? [] : await inStore('readonly', (store) => store.getAllKeys())
  const places = Array.isArray(keys) ? keys.map(String).filter((key) => key.startsWith(start ?? '')) : []
  const found = await Promise.all(
    places.map(async (place) => unseal(await inStore('readonly', (store) => store.get(place)), now)),
  )
  return (found.filter((one) => one !== null) as TakenPhoto[]).sort((one, other) =>
    one.at < other.at ? -1 : 1,
  )
}

/** Whether a photo is still stored; null if that is unknown. */
export async function isPhotoStored(id: string): Promise<boolean | null> {
  const place = await placeOf(`photo:${id}`)
  const found = place === null ? null : await inStore('readonly', (store) => store.count(place))
  return typeof found === 'number' ? found > 0 : null
}

/** Deletes a photo that was sent or is not wanted. */
export async function dropPhoto(id: string): Promise<void> {
  const place = await placeOf(`photo:${id}`)
  if (place !== null) await inStore('readwrite', (store) => store.delete(place))
}

/** Deletes the round of this tab, and its key; other tabs keep theirs. Unsent acts stay. */
export async function forgetRounds(): Promise<void> {
  const here = placeOf('')
  tabShelf().removeItem(sealKey)
  await here
  const own = [...ownPlaces]
  ownPlaces.clear()
  await forgetWhere((key) => own.some((place) => key.startsWith(place)))
}

async function forgetWhere(isOver: (key: string, day: unknown) => boolean): Promise<void> {
  const keys = await inStore('readonly', (store) => store.getAllKeys())
  if (!Array.isArray(keys)) return
  for (const key of keys.map(String)) {
    const found = (await inStore('readonly', (store) => store.get(key))) as { day?: unknown } | undefined
    if (isOver(key, found?.day)) await inStore('readwrite', (store) => store.delete(key))
  }
}

function actsIn(found: unknown): VisitActSent[] {
  return Array.isArray(found) ? (found as VisitActSent[]) : []
}

/** The unsent acts of all tabs, the oldest first; null if the browser cannot store anything. */
export async function storedActs(owner: string): Promise<VisitActSent[] | null> {
  return await changeActs(owner, (acts) => acts)
}

/** Appends an act to the unsent ones. Returns all unsent acts, or null if it could not be stored. */
export async function addAct(owner: string, act: VisitActSent): Promise<VisitActSent[] | null> {
  return await changeActs(owner, (acts) => [...acts, act])
}

/** Deletes acts that were sent. Returns the acts that are still unsent. */
export async function dropActs(owner: string, ids: ReadonlySet<string>): Promise<VisitActSent[] | null> {
  return await changeActs(owner, (acts) => acts.filter(({ id }) => !ids.has(id)))
}

/** Reads and writes the list in one transaction, so that tabs do not overwrite each other's acts. */
async function changeActs(
  owner: string,
  change: (acts: VisitActSent[]) => VisitActSent[],
): Promise<VisitActSent[] | null> {
  const store = await opened()
  if (!store) return null
  return await new Promise<VisitActSent[] | null>((resolve) => {
    const work = store.transaction('kept', 'readwrite')
    const objects = work.objectStore('kept')
    const key = `acts:${owner}`
    const reading = objects.get(key)
    let after: VisitActSent[] = []
    reading.onsuccess = () => {
      const before = actsIn(reading.result)
      after = change(before)
      if (after === before) return
      try {
        if (after.length > 0) objects.put(after, key)
        else objects.delete(key)
      } catch {
        // A value that cannot be written ends the same way as a full store.
        work.abort()
      }
    }
    work.oncomplete = () => resolve(after)
    work.onabort = () => resolve(null)
    work.onerror = () => resolve(null)
  }).catch(() => null)
}
