import type { Round, RoundVisit, Untaken, VisitActSent } from '@labalaba/contract'
import { lagosDate } from '@labalaba/contract'
import { keptStore } from '../../lib/kept-store.ts'
import { type Sealed, seal, sealName, unseal } from '../../lib/sealed.ts'
import { currentProfile, onSessionChange, onSessionLost, sealKey, sessionRanOut } from '../../lib/session.ts'
import { tabShelf } from '../../lib/store.ts'

/*
 * What the phone keeps, so that a reload loses nothing: the round and what is ticked off, sealed with a key that only the
 * tab holds, and what was done and is not sent yet, in which no patient is named.
 */

const { inStore, opened } = keptStore('labalaba-round')

/** Whose the key of this tab is, from when their session was lost until somebody signs in. */
const sealOwnerKey = '_seal_of'

/** The key of this tab and whose it is. */
let own: { readonly email: string; readonly key: string } | null = null
let isHeld = false

/**
 * A session that is lost takes the key along. What was ticked off and photographed is nowhere else yet, so the key stays in
 * the tab, to be used once the same account signs in; whoever else does, or signs out, has it thrown away.
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
    // By then it is said whether the session was lost.
    queueMicrotask(() => {
      if (currentProfile() === null && !sessionRanOut()) own = null
    })
  })
}

/** The key is of use again to whose it is; to anybody else it is lost. */
function giveKey(): void {
  const [owner, now] = [tabShelf().getItem(sealOwnerKey), currentProfile()?.email]
  if (owner === null || now === undefined) return
  if (owner !== now) tabShelf().removeItem(sealKey)
  tabShelf().removeItem(sealOwnerKey)
}

/** Where the records of this tab stand. Each tab has its own: two that are open write nothing over of each other. */
async function placeOf(what: string): Promise<string | null> {
  giveKey()
  holdKey()
  const name = await sealName()
  if (name === null) return null
  ownPlaces.add(`round:${name}:`)
  return `round:${name}:${what}`
}

/** This tab's own, by which it finds them when the key has gone already. */
const ownPlaces = new Set<string>()

/** Keeps a round until the end of its day; answers whether it could be kept. */
export async function keepRound(owner: string, round: Round): Promise<boolean> {
  return await put(owner, owner, await seal(owner, round.day, round))
}

/** The round that was kept today in this tab, or null. What was kept on an earlier day is thrown away. */
export async function keptRound(owner: string, now: Date): Promise<Round | null> {
  await forgetWhere((key, day) => key.startsWith('round:') && day !== lagosDate(now))
  return (await read(owner, now)) as Round | null
}

async function read(what: string, now: Date): Promise<unknown> {
  const place = await placeOf(what)
  return place === null ? null : await unseal(await inStore('readonly', (store) => store.get(place)), now)
}

/** Nothing is put where the account has left meanwhile. */
async function put(owner: string, what: string, sealed: Sealed | null): Promise<boolean> {
  const place = sealed && (await placeOf(what))
  if (!place || currentProfile()?.email !== owner) return false
  return (await inStore('readwrite', (store) => store.put(sealed, place))) !== undefined
}

/** What is ticked off at the door and not done yet: a tick is work, and a reload takes none of it. */
export type Ticks = {
  readonly isPatient: boolean
  readonly taken: readonly string[]
  /** What cannot be taken, and why. */
  readonly left: readonly Untaken[]
}

const ticksOf = ({ id, round }: Pick<RoundVisit, 'id' | 'round'>) => `ticks:${id}:${round}`

/** Keeps what is ticked off at a visit, as long as the round. */
export async function keepTicks(
  visit: Pick<RoundVisit, 'id' | 'round'>,
  ticks: Ticks,
  now: Date,
): Promise<void> {
  const owner = currentProfile()?.email ?? ''
  await put(owner, ticksOf(visit), await seal(owner, lagosDate(now), ticks))
}

/** What was ticked off at a visit in this tab today, or null. */
export async function keptTicks(visit: Pick<RoundVisit, 'id' | 'round'>, now: Date): Promise<Ticks | null> {
  return (await read(ticksOf(visit), now)) as Ticks | null
}

/** A photo of the tubes that is not sent yet: a JPEG as an address that holds it whole. */
export type TakenPhoto = {
  readonly id: string
  readonly visit: string
  readonly round: number
  readonly at: string
  readonly picture: string
}

/** Keeps a photo until it is sent, as long as the round; answers whether it could be kept. */
export async function keepPhoto(owner: string, photo: TakenPhoto, now: Date): Promise<boolean> {
  return await put(owner, `photo:${photo.id}`, await seal(owner, lagosDate(now), photo))
}

/** The photos that wait in this tab, the first first. */
export async function keptPhotos(now: Date): Promise<TakenPhoto[]> {
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

/** Whether a photo is still kept; null where nobody can say. */
export async function isPhotoKept(id: string): Promise<boolean | null> {
  const place = await placeOf(`photo:${id}`)
  const found = place === null ? null : await inStore('readonly', (store) => store.count(place))
  return typeof found === 'number' ? found > 0 : null
}

/** Forgets a photo: it was sent, or is not wanted. */
export async function dropPhoto(id: string): Promise<void> {
  const place = await placeOf(`photo:${id}`)
  if (place !== null) await inStore('readwrite', (store) => store.delete(place))
}

/**
 * Forgets the round of this tab, and the key with it; what another tab has is that tab's. What was done and is not sent
 * stays.
 */
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

/** What was done in any tab and is not sent yet, the first first; null where nothing can be kept. */
export async function keptActs(owner: string): Promise<VisitActSent[] | null> {
  return await changeActs(owner, (acts) => acts)
}

/** Keeps one more act behind those that wait. Answers all that wait, or null where it could not be kept. */
export async function addAct(owner: string, act: VisitActSent): Promise<VisitActSent[] | null> {
  return await changeActs(owner, (acts) => [...acts, act])
}

/** Forgets acts that were sent. Answers all that still wait. */
export async function dropActs(owner: string, ids: ReadonlySet<string>): Promise<VisitActSent[] | null> {
  return await changeActs(owner, (acts) => acts.filter(({ id }) => !ids.has(id)))
}

/** Reads and writes the list in one transaction of the store, so that no tab writes over what another has added. */
async function changeActs(
  owner: string,
  change: (acts: VisitActSent[]) => VisitActSent[],
): Promise<VisitActSent[] | null> {
  const store = await opened()
  if (!store) return null
  return await new Promise<VisitActSent[] | null>((resolve) => {
    const work = store.transaction('kept', 'readwrite')
    const kept = work.objectStore('kept')
    const key = `acts:${owner}`
    const asked = kept.get(key)
    let after: VisitActSent[] = []
    asked.onsuccess = () => {
      const before = actsIn(asked.result)
      after = change(before)
      if (after === before) return
      try {
        if (after.length > 0) kept.put(after, key)
        else kept.delete(key)
      } catch {
        // What cannot be written at all ends like what does not fit.
        work.abort()
      }
    }
    work.oncomplete = () => resolve(after)
    work.onabort = () => resolve(null)
    work.onerror = () => resolve(null)
  }).catch(() => null)
}
