import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../clock.ts'
import { scheduledJob } from '../queue/workers.ts'
import { type Alarm, type AlarmState, nextStep } from './alarm-policy.ts'
import type { AlarmMessage, PostAlarm } from './alarm-webhook.ts'
import type { Log } from './log.ts'
import type { LoggedAlarms } from './logged-alarms.ts'

export type AlarmDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** The address of the install, for the message. */
  readonly site: string
  readonly post: PostAlarm
  /** Reads which alarms hold. */
  readonly find: () => Promise<readonly Alarm[]>
  readonly logged: LoggedAlarms
}

/** Seconds between two checks, and how many may fail in a row before that is an alarm itself: two minutes. */
const checkEvery = 30
const mostFailures = 4
/**
 * After so many messages that the receiver did not take, the others wait for the next check: each may take 10 seconds, and an
 * idle transaction ends after 30.
 */
const mostRefused = 2
const hour = 60 * 60 * 1000

type StoredAlarm = AlarmState & { readonly name: string; readonly text: string }

/**
 * Checks the alarms every half minute and posts them, until the returned function is called. It needs no worker, so each
 * process may run it: a lock lets one of them post. If the database does not answer, each posts that alone, hourly at most.
 */
export function watchAlarms(deps: AlarmDependencies): () => void {
  const check = openAlarmCheck(deps)
  return scheduledJob(checkEvery, deps.log, 'alarms', check)
}

/**
 * Stores every half minute what this process has logged, until the returned function is called: for a process beside another
 * one of its machine, which watches the alarms and posts.
 */
export function storeLoggedAlarms(
  deps: Pick<AlarmDependencies, 'db' | 'clock' | 'log' | 'logged'>,
): () => void {
  return scheduledJob(checkEvery, deps.log, 'logged alarms', () => storeLogged(deps))
}

/** Returns one check of the alarms. It throws if the database fails, and remembers how often. */
export function openAlarmCheck(deps: AlarmDependencies): () => Promise<void> {
  const { clock, log, post, site } = deps
  let failures = 0
  let failingSince = clock.now()
  let postedAt: Date | null = null
  const about = (state: AlarmMessage['state']) =>
    messageOf(
      {
        name: 'database',
        text: 'the alarms cannot be checked, as the database does not answer',
        count: failures,
        since: failingSince,
      },
      state,
      site,
    )
  return async () => {
    try {
      await checkOnce(deps)
    } catch (error) {
      const now = clock.now()
      if (failures === 0) failingSince = now
      failures += 1
      const isDue = !postedAt || now.getTime() - postedAt.getTime() >= hour
      if (failures >= mostFailures && isDue && (await posts(log, post, about('holds')))) postedAt = now
      throw error
    }
    if (postedAt && (await posts(log, post, about('over')))) postedAt = null
    failures = 0
  }
}

async function checkOnce(deps: AlarmDependencies): Promise<void> {
  const { db, clock, find } = deps
  await storeLogged(deps)
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('alarms', 0)) as mine`.execute(tx)
    if (!rows[0]?.mine) return
    const alarms = await find()
    const now = clock.now()
    for (const { alarm, text, count } of alarms)
      await store(tx, { name: alarm, text: text.slice(0, 1000), count, logged: false }, now)
    let refused = 0
    for (const stored of await tx
      .selectFrom('alarm')
      .selectAll()
      .orderBy('since')
      .orderBy('name')
      .execute()) {
      const terms = alarms.find(({ alarm }) => alarm === stored.name)
      if (!(await act(tx, deps, { stored, terms, now }))) refused += 1
      if (refused === mostRefused) return
    }
  })
}

/** Stores what this process has logged since the last check. If that fails, it is stored at the next one. */
async function storeLogged({
  db,
  clock,
  logged,
}: Pick<AlarmDependencies, 'db' | 'clock' | 'logged'>): Promise<void> {
  const taken = logged.take()
  if (taken.length === 0) return
  try {
    await db.transaction().execute(async (tx) => {
      for (const alarm of taken) await store(tx, { ...alarm, logged: true }, clock.now())
    })
  } catch (error) {
    for (const { name, text, count } of taken) logged.add(name, text, count)
    throw error
  }
}

/** Stores that an alarm holds; the count of a logged one adds up. */
async function store(
  tx: Tx,
  alarm: { readonly name: string; readonly text: string; readonly count: number; readonly logged: boolean },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('alarm')
    .values({ ...alarm, since: now, seen_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        text: alarm.text,
        count: alarm.logged ? eb('alarm.count', '+', alarm.count) : alarm.count,
        logged: alarm.logged,
        seen_at: now,
      })),
    )
    .execute()
}

/** Does what is due about a stored alarm. Returns false if it could not be posted. */
async function act(
  tx: Tx,
  { log, post, site }: AlarmDependencies,
  {
    stored,
    terms,
    now,
  }: { readonly stored: StoredAlarm; readonly terms: Alarm | undefined; readonly now: Date },
): Promise<boolean> {
  const step = nextStep(stored, now, terms)
  if (step === 'wait') return true
  if (step !== 'forget') {
    const message = messageOf(stored, step === 'post' ? 'holds' : 'over', site)
    if (!(await posts(log, post, message))) return false
  }
  const { name, count } = stored
  if (step === 'post')
    await tx
      .updateTable('alarm')
      .set({ posted_at: now, posted_count: count })
      .where('name', '=', name)
      .execute()
  else await tx.deleteFrom('alarm').where('name', '=', name).execute()
  return true
}

/** Posts a message, and logs if that fails. */
async function posts(log: Log, post: PostAlarm, message: AlarmMessage): Promise<boolean> {
  try {
    await post(message)
    return true
  } catch (error) {
    log.error({ err: error, about: message.alarm }, 'an alarm could not be posted and is tried again')
    return false
  }
}

/** What to post about an alarm. */
export function messageOf(
  { name, text, count, since }: Pick<StoredAlarm, 'name' | 'text' | 'count' | 'since'>,
  state: AlarmMessage['state'],
  site: string,
): AlarmMessage {
  const words =
    state === 'holds' ? `Alarm “${name}” at ${site}: ${text}` : `Over: alarm “${name}” at ${site}: ${text}`
  return {
    text: `${words} (since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC; see docs/operations/incidents.md)`,
    alarm: name,
    state,
    count,
    since: since.toISOString(),
    site,
  }
}
