import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import { recipientRefused } from '../mail/recipient-refused.ts'
import { remembered } from '../remembered.ts'

/** The jobs of one kind that wait, and how long the oldest has been due. */
export type KindReading = {
  readonly kind: string
  /** They should have begun. */
  readonly due: number
  readonly running: number
  /** They failed and are tried again later. */
  readonly retrying: number
  /** Mails that are tried again, although the server, which takes other mail, refuses their recipient. */
  readonly refused: number
  /** They are for a later time. */
  readonly later: number
  /** They have used up their tries, and wait for an operator. */
  readonly givenUp: number
  /** Since the oldest job that is due, runs or is tried again should have been done, in seconds; 0 if there is none. */
  readonly oldestSeconds: number
}

export type QueueReading = { readonly kinds: readonly KindReading[]; readonly workersAlive: number }

/**
 * The longest wait of a job that is still usual, in seconds. Well below the ten minutes that a code is valid: its mail is
 * dropped then, so an outage of the mail on a quiet site would otherwise leave no mail that has waited for long.
 */
const longestWait = 5 * 60

/** Jobs that send mail; the name of each begins so, and of no other. */
export const mailJobs = 'mail-'

/** Reads what waits in the queue, by the database's clock, and how many workers are alive. */
export async function readQueue(db: Db): Promise<QueueReading> {
  const [kinds, workers] = await Promise.all([
    sql<KindReading>`
      with job as (select task.identifier as kind, locked_at is not null as locked, attempts >= max_attempts as used_up,
          run_at > now() as ahead, attempts, run_at,
          attempts < max_attempts and starts_with(last_error, ${recipientRefused})
            and exists (select from notice where sent_at >= job.created_at) as refused,
          -- The first time of a job that was tried before is not stored.
          case when attempts - (locked_at is not null)::int > 0 then job.created_at else run_at end as wanted_at
        from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id),
      stated as (select kind, wanted_at, case when refused then 'refused' when locked then 'running' when used_up then 'given_up' when not ahead
          then 'due' when attempts > 0 then 'retrying' else 'later' end as state from job)
      select kind, count(*) filter (where state = 'due')::int as due, count(*) filter (where state = 'running')::int as running,
        count(*) filter (where state = 'retrying')::int as retrying, count(*) filter (where state = 'refused')::int as refused,
        count(*) filter (where state = 'later')::int as later,
        count(*) filter (where state = 'given_up')::int as "givenUp",
        greatest(0, coalesce(extract(epoch from now() - min(wanted_at)
          filter (where state in ('due', 'running', 'retrying'))), 0))::float8 as "oldestSeconds"
      from stated group by kind order by kind`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from job_worker where alive_until > now()`.execute(db),
  ])
  return { kinds: kinds.rows, workersAlive: workers.rows[0]?.n ?? 0 }
}

/** Reads the queue for a process that is asked about it often: at most every 5 seconds. */
export function openQueueReading(db: Db): () => Promise<QueueReading> {
  return remembered(5, () => readQueue(db))
}

/** The longest time that a job of these kinds has waited, in seconds, and how many wait. */
function longestOf(kinds: readonly KindReading[]): { readonly seconds: number; readonly waiting: number } {
  return {
    seconds: Math.max(0, ...kinds.map(({ oldestSeconds }) => oldestSeconds)),
    waiting: kinds.reduce((sum, { due, running, retrying }) => sum + due + running + retrying, 0),
  }
}

/** What is wrong with the queue: the alarm, how many workers or jobs it is about, and a sentence. */
export type QueueTrouble = { readonly alarm: string; readonly count: number; readonly text: string }

/** Judges a reading: no worker, jobs or mail that wait for too long, jobs that have used up their tries. */
export function troublesOf({ kinds, workersAlive }: QueueReading): QueueTrouble[] {
  const others = longestOf(kinds.filter(({ kind }) => !kind.startsWith(mailJobs)))
  const mail = oldestMail(kinds)
  const givenUp = kinds.reduce((sum, kind) => sum + kind.givenUp, 0)
  const minutes = (seconds: number) => `${Math.floor(seconds / 60)} minutes`
  return [
    ...(workersAlive > 0 ? [] : [{ alarm: 'workers', count: 0, text: 'no worker is alive' }]),
    ...(others.seconds > longestWait
      ? [
          {
            alarm: 'queue',
            count: others.waiting,
            text: `jobs wait in the queue: ${others.waiting}, the oldest for ${minutes(others.seconds)}`,
          },
        ]
      : []),
    ...(mail.seconds > longestWait
      ? [
          {
            alarm: 'mail',
            count: mail.waiting,
            text: `mail does not leave: ${mail.waiting} in the queue, the oldest for ${minutes(mail.seconds)}`,
          },
        ]
      : []),
    ...(givenUp > 0
      ? [
          {
            alarm: 'given-up jobs',
            count: givenUp,
            text: `jobs have used up their tries and wait for an operator: ${givenUp}`,
          },
        ]
      : []),
  ]
}

/** The mail that has waited longest, in seconds, and how many mails wait. */
export function oldestMail(kinds: readonly KindReading[]): {
  readonly seconds: number
  readonly waiting: number
} {
  return longestOf(kinds.filter(({ kind }) => kind.startsWith(mailJobs)))
}
