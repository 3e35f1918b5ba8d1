import { type Round, readRound, syncVisits, type VisitActSent } from '@labalaba/contract'
import { ApiFailure, call, isOffline } from '../../lib/api.ts'
import { currentProfile, currentToken } from '../../lib/session.ts'
import { signal } from '../../lib/store.ts'
import { addAct, dropActs, forgetRounds, keepRound, keptActs, keptRound } from './kept-round.ts'
import { actWords, inOrder, nextMoment, refusedWords, withActs } from './policy.ts'
import { inTurn, onOtherTabs, tellTabs } from './tabs.ts'

/** Something that was done and does not count, with whose visit it was about. */
export type Conflict = { readonly id: string; readonly title: string; readonly words: string }

export type Desk = {
  /** As the server last said, with what was done since. */
  readonly round: Round | null
  /** Done and not sent yet. */
  readonly waiting: readonly VisitActSent[]
  /** How many of these are being written down here at this moment. */
  readonly storing: number
  readonly conflicts: readonly Conflict[]
  readonly isSending: boolean
  /** What was done, and the round, could be written down here: a reload loses nothing of them. */
  readonly isKept: { readonly acts: boolean; readonly round: boolean }
  /** What the last try to reach the server threw. */
  readonly failure: unknown
  /** The session has ended: what was done waits until somebody logs in. */
  readonly isLoggedOut: boolean
}

const empty: Desk = {
  ...{
    round: null,
    waiting: [],
    storing: 0,
    conflicts: [],
    isSending: false,
    failure: null,
    isLoggedOut: false,
  },
  isKept: { acts: true, round: false },
}

let owner = ''
let said: Round | null = null
/** Done here and not in the store, yet or at all, and by whom; each stays until it is stored or sent. */
const loose = new Map<string, { readonly doer: string; readonly act: VisitActSent }>()
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
    const [round, kept] = await Promise.all([keptRound(owner, new Date()), keptActs(owner)])
    said = round
    set({ waiting: unsent(kept), isKept: { acts: true, round: round !== null } })
  }
  await sync()
}

/** What whoever is signed in has done in any tab of this browser and not sent, the first first. */
function unsent(kept: readonly VisitActSent[] | null): VisitActSent[] {
  const ids = new Set(kept?.map(({ id }) => id))
  const own = [...loose.values()].filter(({ doer, act }) => doer === owner && !ids.has(act.id))
  return inOrder([...(kept ?? []), ...own.map(({ act }) => act)])
}

/**
 * Empties the desk of somebody who has signed out, or whose session is lost; what is not sent yet waits for them, stored or
 * not. What only this tab has stays for them where they have not left themselves.
 */
export function closeDesk({ isLost = false } = {}): void {
  owner = ''
  said = null
  desk = empty
  if (!isLost) void forgetRounds()
}

export type NewAct = VisitActSent extends infer Act
  ? Act extends VisitActSent
    ? Omit<Act, 'id' | 'at'>
    : never
  : never

/** Does something at a visit: it counts here at once, is kept, and is sent as soon as there is a network. */
export async function doAct(act: NewAct): Promise<void> {
  const at = nextMoment(desk.waiting, new Date())
  const whole = { ...act, id: crypto.randomUUID(), at } as VisitActSent
  const doer = owner
  loose.set(whole.id, { doer, act: whole })
  set({ waiting: [...desk.waiting, whole], storing: desk.storing + 1 })
  const kept = await addAct(doer, whole)
  if (kept) loose.delete(whole.id)
  if (doer === owner) {
    set({ storing: Math.max(0, desk.storing - 1) })
    // One that is kept does not keep those before it that could not be.
    const acts = ![...loose.values()].some((one) => one.doer === owner)
    set({ ...(kept ? { waiting: unsent(kept) } : {}), isKept: { ...desk.isKept, acts } })
  }
  tellTabs()
  void sync()
}

/** Something does not count, and whoever did it has to know. */
export function tellConflict(conflict: Conflict): void {
  set({ conflicts: [...desk.conflicts, conflict] })
}

/** The person has read about it. */
export function dismissConflict(id: string): void {
  set({ conflicts: desk.conflicts.filter((one) => one.id !== id) })
}

/** What another tab has done or sent is seen here at once. Answers how to stop. */
export function watchOtherTabs(): () => void {
  return onOtherTabs(() => void sync())
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
  const asker = owner
  if (!navigator.onLine) {
    const waiting = unsent(await keptActs(asker))
    if (asker === owner) set({ waiting, failure: new ApiFailure(0, 'offline', 'You are offline.') })
    return
  }
  set({ isSending: true, isLoggedOut: false })
  // Two tabs have one list: one sends at a time, and the next finds what is left. Twice would be harmless, too.
  await inTurn('steps', () => send(asker))
}

async function send(asker: string): Promise<void> {
  const acts = unsent(await keptActs(asker)).slice(0, 100)
  if (asker !== owner || asker !== currentProfile()?.email) return
  try {
    const answer = acts.length > 0 ? (await call(syncVisits, { body: { acts } })).data : null
    const round = answer?.round ?? (await call(readRound)).data
    const outcomes = answer?.outcomes ?? []
    const sent = new Set(outcomes.map(({ id }) => id))
    const kept = await (sent.size > 0 ? dropActs(asker, sent) : keptActs(asker))
    if (asker !== owner) return
    for (const id of sent) loose.delete(id)
    take(round, acts, outcomes, unsent(kept))
    if (sent.size > 0) tellTabs()
    const isRoundKept = await keepRound(asker, round)
    if (asker === owner) set({ isKept: { ...desk.isKept, round: isRoundKept } })
  } catch (failure) {
    if (asker === owner) set({ failure, isSending: false })
  }
}

type Outcomes = { id: string; isDone: boolean; code: string | null; message: string | null }[]

function take(
  round: Round,
  acts: readonly VisitActSent[],
  outcomes: Outcomes,
  waiting: readonly VisitActSent[],
): void {
  const before = said
  said = round
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
    waiting,
    conflicts: [...desk.conflicts, ...conflicts],
    ...{ isSending: false, failure: null },
  })
}

/** Whether what the desk last threw is only that no answer came. */
export function isWaitingForNetwork(failure: unknown): boolean {
  return isOffline(failure) || (failure instanceof ApiFailure && failure.status >= 500)
}
