import { Gauge, type Registry } from 'prom-client'
import type { Db } from './db.ts'
import type { Clock } from './infra/clock.ts'
import { type BackupHistory, readBackups } from './infra/db/copy/backup-checks.ts'
import { oldestCopy } from './infra/db/copy/schedule.ts'
import { readPartitionTroubles } from './infra/db/partitions.ts'
import type { Alarm } from './infra/observability/alarm-policy.ts'
import { readQueue, troublesOf } from './infra/queue/readings.ts'
import { remembered } from './infra/remembered.ts'
import { countCases } from './metrics.ts'
import { countOpenCalls } from './modules/results/index.ts'

/** The checks of invariants may be this old, in milliseconds; they run every five minutes. */
const oldestCheck = 20 * 60 * 1000
const day = 24 * 60 * 60

/** How each trouble of the queue is posted. A restart of the only worker is no alarm. */
const queueTerms: Readonly<Record<string, Pick<Alarm, 'after' | 'repeat'>>> = {
  workers: { after: 120 },
  'given-up jobs': { repeat: day },
}

/** Which backups must be there. */
export type ExpectedBackups = {
  /** The embedded database is copied every night. */
  readonly copies: boolean
  /** How many days old the last good drill of a restore may be; null if none is expected. */
  readonly drillDays: number | null
}

const noBackups: ExpectedBackups = { copies: false, drillDays: null }

/** Reads which alarms hold now, from the database alone, so that a web process can when every worker is dead. */
export async function findAlarms(
  db: Db,
  now: Date,
  expected: ExpectedBackups = noBackups,
): Promise<readonly Alarm[]> {
  const queue = troublesOf(await readQueue(db))
  return [
    ...queue.map((trouble) => ({ ...trouble, ...queueTerms[trouble.alarm] })),
    ...(await findInvariants(db, now)),
    ...(await findCalls(db, now)),
    ...(await findCases(db, now)),
    ...(await findPartitions(db)),
    ...(await findBackups(db, now, expected)),
  ]
}

async function findBackups(db: Db, now: Date, { copies, drillDays }: ExpectedBackups): Promise<Alarm[]> {
  const found: Alarm[] = []
  if (copies) {
    const text = troubleOf(await readBackups(db, 'copy'), now, oldestCopy)
    if (text)
      found.push({ alarm: 'database copy', count: 1, text: `copy of the database: ${text}`, repeat: day })
  }
  if (drillDays !== null) {
    const text = troubleOf(await readBackups(db, 'drill'), now, drillDays * day * 1000)
    if (text) found.push({ alarm: 'drill', count: 1, text: `drill of a restore: ${text}`, repeat: day })
  }
  return found
}

/** What is wrong with a history of copies or drills, in words; null if nothing is. `oldest` is in milliseconds. */
function troubleOf(history: BackupHistory, now: Date, oldest: number): string | null {
  const { installedAt, goodAt, failedAt, failure } = history
  if (failedAt && (!goodAt || failedAt > goodAt)) return `the last one failed: ${failure}`
  const age = now.getTime() - (goodAt ?? installedAt).getTime()
  if (age <= oldest) return null
  return `${goodAt ? 'the last good one is' : 'there was none for'} ${Math.floor(age / 3_600_000)} hours${goodAt ? ' old' : ''}`
}

/** For how long the alarms are shown again, in seconds. */
const shownFor = 10

/** Exposes to Prometheus which alarms hold, also those that have no number of their own. */
export function exposeAlarms(
  registry: Registry,
  { db, clock, expectedBackups }: { db: Db; clock: Clock; expectedBackups?: ExpectedBackups },
): void {
  const read = remembered(shownFor, () => findAlarms(db, clock.now(), expectedBackups))
  new Gauge({
    name: 'labalaba_alarm_holds',
    help: 'Always 1, for each alarm that holds now.',
    labelNames: ['alarm'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { alarm } of await read()) this.set({ alarm }, 1)
    },
  })
}

async function findInvariants(db: Db, now: Date): Promise<Alarm[]> {
  const checks = await db.selectFrom('invariant_check').selectAll().orderBy('name').execute()
  const broken = checks.filter(({ breaches }) => breaches > 0).map(({ name }) => name)
  const old = checks.filter(({ checked_at }) => now.getTime() - checked_at.getTime() > oldestCheck)
  return [
    ...(broken.length > 0
      ? [{ alarm: 'invariant', count: broken.length, text: `broken invariants: ${broken.join('; ')}` }]
      : []),
    ...(old.length > 0
      ? [
          {
            alarm: 'unchecked invariants',
            count: old.length,
            text: `invariants have not been checked for 20 minutes: ${old.length}`,
            // A worker that was away for long checks them first.
            after: 600,
          },
        ]
      : []),
  ]
}

async function findCalls(db: Db, now: Date): Promise<Alarm[]> {
  const overdue = (await countOpenCalls(db, now)).filter((call) => call.overdue)
  const count = overdue.reduce((sum, { n }) => sum + n, 0)
  const words = overdue.map(({ tier, n }) => `${n} ${tier}`).join(', ')
  return count > 0
    ? [
        {
          alarm: 'critical calls',
          count,
          text: `labs have reached no one about critical results in time: ${words}`,
        },
      ]
    : []
}

async function findCases(db: Db, now: Date): Promise<Alarm[]> {
  const cases = await countCases(db, now)
  const count = cases.reduce((sum, { open }) => sum + open, 0)
  const words = cases.map(
    ({ kind, open, overdue }) => `${open} ${kind}${overdue ? ` (${overdue} overdue)` : ''}`,
  )
  return count > 0
    ? [{ alarm: 'cases', count, text: `cases wait for a decision: ${words.join(', ')}`, repeat: day }]
    : []
}

async function findPartitions(db: Db): Promise<Alarm[]> {
  const troubles = await readPartitionTroubles(db)
  return troubles.length > 0
    ? [{ alarm: 'partitions', count: troubles.length, text: troubles.slice(0, 5).join('; '), repeat: day }]
    : []
}
