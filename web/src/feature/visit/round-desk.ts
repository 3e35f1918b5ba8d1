import { type Round, readRound, syncVisits, type VisitActSent } from '@labalaba/contract'
import { ApiFailure, call, isOffline } from '../../lib/api.ts'
import { currentProfile, currentToken } from '../../lib/session.ts'
import { signal } from '../../lib/store.ts'
import { forgetRounds, keepActs, keepRound, keptActs, keptRound } from './kept-round.ts'
import { actWords, refusedWords, withActs } from './rules.ts'

/** Something that was done and does not count, with whose visit it was about. */
export type Conflict = { readonly id: string; readonly title: string; readonly words: string }

export type Desk = {
  /** As the server last said, with what was done since. */
  readonly round: Round | null
  /** Done and not sent yet. */
  readonly waiting: readonly VisitActSent[]
  readonly conflicts: readonly Conflict[]
  readonly isSending: boolean
  /** What the last try to reach the server threw. */
  readonly failure: unknown
  /** The session has ended: what was done waits until somebody logs in. */
  readonly isLoggedOut: boolean
}

const empty: Desk = {
  ...{ round: null, waiting: [], conflicts: [], isSending: false, failure: null, isLoggedOut: false },
}

let owner = ''
let said: Round | null = null
let desk: Desk = empty
const changed = signal()

export const onDeskChange = changed.subscribe
export const currentDesk = () => desk

function set(change: Partial<Desk>): void {
  desk = { ...desk, ...change }
  desk = { ...desk, round: said && withActs(said, desk.waiting) }
  changed.tell()
}

/** Opens the desk of whoever is signed in: what is kept first, then what the server says. */
export async function openDesk(): Promise<void> {
  const now = currentProfile()?.email ?? ''
  if (now !== owner) {
    owner = now
    said = null
    desk = empty
    const [round, waiting] = await Promise.all([keptRound(owner, new Date()), keptActs(owner)])
    said = round
    set({ waiting })
  }
  await sync()
}

/** Empties the desk of somebody who has signed out; what is not sent yet waits for them. */
export function closeDesk(): void {
  owner = ''
  said = null
  desk = empty
  void forgetRounds()
}

export type NewAct = VisitActSent extends infer Act
  ? Act extends VisitActSent
    ? Omit<Act, 'id' | 'at'>
    : never
  : never

/** Does something at a visit: it counts here at once, is kept, and is sent as soon as there is a network. */
export async function doAct(act: NewAct): Promise<void> {
  const whole = { ...act, id: crypto.randomUUID(), at: new Date().toISOString() } as VisitActSent
  set({ waiting: [...desk.waiting, whole] })
  await keepActs(owner, desk.waiting)
  void sync()
}

/** The person has read about it. */
export function dismissConflict(id: string): void {
  set({ conflicts: desk.conflicts.filter((one) => one.id !== id) })
}

let sending: Promise<void> | undefined
let again = false

/** Sends what waits and reads the round; one at a time, and once more if something was done meanwhile. */
export async function sync(): Promise<void> {
  if (sending) {
    again = true
    return await sending
  }
  sending = exchange()
  await sending
  sending = undefined
  if (!again) return
  again = false
  await sync()
}

async function exchange(): Promise<void> {
  // A call without a session would lead away from what is not sent yet.
  if (currentToken() === null) return set({ isLoggedOut: true })
  // The phone says so itself: it asks again when it says otherwise.
  if (!navigator.onLine) return set({ failure: new ApiFailure(0, 'offline', 'You are offline.') })
  const acts = desk.waiting.slice(0, 100)
  const asker = owner
  set({ isSending: true, isLoggedOut: false })
  try {
    const answer = acts.length > 0 ? (await call(syncVisits, { body: { acts } })).data : null
    const round = answer?.round ?? (await call(readRound)).data
    if (asker !== owner) return
    take(round, acts, answer?.outcomes ?? [])
    await Promise.all([keepRound(owner, round), keepActs(owner, desk.waiting)])
  } catch (failure) {
    if (asker === owner) set({ failure, isSending: false })
  }
}

type Outcomes = { id: string; isDone: boolean; code: string | null; message: string | null }[]

function take(round: Round, acts: readonly VisitActSent[], outcomes: Outcomes): void {
  const before = said
  said = round
  const answered = new Set(outcomes.map(({ id }) => id))
  const refused = outcomes.filter(({ isDone }) => !isDone)
  const visits = new Set<string>()
  const conflicts = refused.flatMap(({ id, code, message }): Conflict[] => {
    const act = acts.find((one) => one.id === id)
    // What builds on something that was refused is refused with it: it is told once.
    if (!act || visits.has(act.visit)) return []
    visits.add(act.visit)
    const whose = [...(before?.visits ?? []), ...round.visits].find((visit) => visit.id === act.visit)
    const title = `${actWords[act.verb]}${whose ? `, ${whose.patient.name}` : ''}: this does not count`
    return [{ id, title, words: refusedWords(code, message) }]
  })
  set({
    waiting: desk.waiting.filter(({ id }) => !answered.has(id)),
    conflicts: [...desk.conflicts, ...conflicts],
    ...{ isSending: false, failure: null },
  })
}

/** Whether what the desk last threw is only that no answer came. */
export function isWaitingForNetwork(failure: unknown): boolean {
  return isOffline(failure) || (failure instanceof ApiFailure && failure.status >= 500)
}
