import { type Round, readRound, syncVisits, type VisitActSent } from '@labalaba/contract'
import * as copy from '../../copy/home-visits.ts'
import { ApiFailure, call, isOffline } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { currentProfile, currentToken } from '../../lib/session.ts'
import { signal } from '../../lib/store.ts'
import { addAct, dropActs, forgetRounds, storedActs, storedRound, storeRound } from './offline-round.ts'
import { actWords, inOrder, nextMoment, refusedWords, withActs } from './policy.ts'
import { inTurn, onOtherTabs, tellTabs } from './tabs.ts'

/** An act that the server refused, with the visit it was about. */
export type Conflict = { readonly id: string; readonly title: string; readonly words: string }

export type Desk = {
  /** The round as the server last sent it, with the unsent acts applied. */
  readonly round: Round | null
  /** Acts that are not sent yet. */
  readonly waiting: readonly VisitActSent[]
  /** How many of these are being stored right now. */
  readonly storing: number
  readonly conflicts: readonly Conflict[]
  readonly isSending: boolean
  /** Whether the acts, and the round, could be stored here: then a reload loses nothing. */
  readonly isStored: { readonly acts: boolean; readonly round: boolean }
  /** The error of the last try to reach the server. */
  readonly failure: unknown
  /** The session has ended: acts wait until the next login. */
  readonly isLoggedOut: boolean
}

const empty: Desk = {
  round: null,
  waiting: [],
  storing: 0,
  conflicts: [],
  isSending: false,
  failure: null,
  isLoggedOut: false,
  isStored: { acts: true, round: false },
}

let owner = ''
let answered: Round | null = null
/** Acts that are not stored, yet or at all, with their account; each stays until it is stored or sent. */
const unstored = new Map<string, { readonly account: string; readonly act: VisitActSent }>()
let desk: Desk = empty
const changed = signal()

export const onDeskChange = changed.subscribe
export const currentDesk = () => desk

function set(change: Partial<Desk>): void {
  desk = { ...desk, ...change }
  desk = { ...desk, round: answered && withActs(answered, desk.waiting) }
  changed.tell()
}

/** Opens the desk of the signed-in account: first from the store, then from the server. */
export async function openDesk(): Promise<void> {
  const now = currentProfile()?.email ?? ''
  if (now !== owner) {
    owner = now
    answered = null
    desk = empty
    const [round, stored] = await Promise.all([storedRound(owner, new Date()), storedActs(owner)])
    answered = round
    set({ waiting: unsent(stored), isStored: { acts: true, round: round !== null } })
  }
  await sync()
}

/** The unsent acts of the signed-in account, from all tabs of this browser, the oldest first. */
function unsent(stored: readonly VisitActSent[] | null): VisitActSent[] {
  const ids = new Set(stored?.map(({ id }) => id))
  const own = [...unstored.values()].filter(({ account, act }) => account === owner && !ids.has(act.id))
  return inOrder([...(stored ?? []), ...own.map(({ act }) => act)])
}

/**
 * Empties the desk after a logout or a lost session. Unsent acts wait for their account, stored or not. After a lost
 * session this tab's stored round stays too.
 */
export function closeDesk({ isLost = false } = {}): void {
  owner = ''
  answered = null
  desk = empty
  if (!isLost) void forgetRounds()
}

export type NewAct = VisitActSent extends infer Act
  ? Act extends VisitActSent
    ? Omit<Act, 'id' | 'at'>
    : never
  : never

/** Performs an act at a visit: applies it here immediately, stores it, and sends it once there is a network. */
export async function doAct(act: NewAct): Promise<void> {
  const at = nextMoment(desk.waiting, new Date())
  const whole = { ...act, id: crypto.randomUUID(), at } as VisitActSent
  const account = owner
  unstored.set(whole.id, { account, act: whole })
  set({ waiting: [...desk.waiting, whole], storing: desk.storing + 1 })
  const stored = await addAct(account, whole)
  if (stored) unstored.delete(whole.id)
  if (account === owner) {
    set({ storing: Math.max(0, desk.storing - 1) })
    // An act that was stored says nothing about earlier ones that could not be.
    const acts = ![...unstored.values()].some((one) => one.account === owner)
    set({ ...(stored ? { waiting: unsent(stored) } : {}), isStored: { ...desk.isStored, acts } })
  }
  tellTabs()
  void sync()
}

/** Tells the user that an act does not count. */
export function tellConflict(conflict: Conflict): void {
  set({ conflicts: [...desk.conflicts, conflict] })
}

/** The user has read the conflict. */
export function dismissConflict(id: string): void {
  set({ conflicts: desk.conflicts.filter((one) => one.id !== id) })
}

/** Shows immediately what another tab has done or sent. Returns a function that stops this. */
export function watchOtherTabs(): () => void {
  return onOtherTabs(() => void sync())
}

let sending: Promise<void> | undefined
let again = false

/** Sends unsent acts and reads the round; one run at a time, and another one if an act was added meanwhile. */
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
  // A call without a session would redirect to the login, away from the unsent acts.
  if (currentToken() === null) return set({ isLoggedOut: true })
  // Offline according to the browser. Its `online` event triggers the next sync.
  const account = owner
  if (!navigator.onLine) {
    const waiting = unsent(await storedActs(account))
    if (account === owner) set({ waiting, failure: new ApiFailure(0, 'offline', copy.offline) })
    return
  }
  set({ isSending: true, isLoggedOut: false })
  // Tabs share one list: one sends at a time, and the next finds the rest. Sending twice would be harmless.
  await inTurn('steps', () => send(account))
}

async function send(account: string): Promise<void> {
  const acts = unsent(await storedActs(account)).slice(0, 100)
  if (account !== owner || account !== currentProfile()?.email) return
  try {
    const answer = acts.length > 0 ? (await call(syncVisits, { body: { acts } })).data : null
    const round = answer?.round ?? (await call(readRound)).data
    const outcomes = answer?.outcomes ?? []
    const sent = new Set(outcomes.map(({ id }) => id))
    const stored = await (sent.size > 0 ? dropActs(account, sent) : storedActs(account))
    if (account !== owner) return
    for (const id of sent) unstored.delete(id)
    take(round, acts, outcomes, unsent(stored))
    if (sent.size > 0) tellTabs()
    const isRoundStored = await storeRound(account, round)
    if (account === owner) set({ isStored: { ...desk.isStored, round: isRoundStored } })
  } catch (failure) {
    if (account === owner) set({ failure, isSending: false })
  }
}

type Outcomes = { id: string; isDone: boolean; code: string | null; message: string | null }[]

function take(
  round: Round,
  acts: readonly VisitActSent[],
  outcomes: Outcomes,
  waiting: readonly VisitActSent[],
): void {
  const before = answered
  answered = round
  const refused = outcomes.filter(({ isDone }) => !isDone)
  const visits = new Set<string>()
  const conflicts = refused.flatMap(({ id, code, message }): Conflict[] => {
    const act = acts.find((one) => one.id === id)
    // Acts that follow a refused one are refused too: the user sees one message per visit.
    if (!act || visits.has(act.visit)) return []
    visits.add(act.visit)
    const whose = [...(before?.visits ?? []), ...round.visits].find((visit) => visit.id === act.visit)
    const step = actWords[act.verb]
    const title = whose
      ? fill(copy.conflictWith, { step, patient: whose.patient.name })
      : fill(copy.conflict, { step })
    return [{ id, title, words: refusedWords(code, message) }]
  })
  set({
    waiting,
    conflicts: [...desk.conflicts, ...conflicts],
    isSending: false,
    failure: null,
  })
}

/** Whether the last error only means that no response came. */
export function isWaitingForNetwork(failure: unknown): boolean {
  return isOffline(failure) || (failure instanceof ApiFailure && failure.status >= 500)
}
