import { addDays, formatNaira, type LagosDate, lagosDate } from '@labalaba/contract'
import type { Db } from '../db.ts'
import {
  beginIncarnation,
  type Gap,
  installedAt,
  newestRestore,
  type Restore,
  readCluster,
  readIncarnation,
  recordCompared,
} from '../infra/db/restore/incarnation.ts'
import { type Incarnation, judge } from '../infra/db/restore/judge.ts'
import { idsToSkip, numbersToSkip, yearsOf } from '../infra/db/restore/margin.ts'
import { skipIds } from '../infra/db/restore/sequences.ts'
import { readSighting } from '../infra/db/restore/sighting.ts'
import { openLog } from '../infra/observability/log.ts'
import { auditCheckOf, lastAnchored, restartChain, wasRestarted } from '../modules/audit/index.ts'
import {
  busiestReceiptDay,
  findingsOf,
  openPaystack,
  openRestoreCase,
  reconcileDay,
  skipReceiptNumbers,
} from '../modules/payments/index.ts'
import { busiestAccessionDay, skipAccessionNumbers } from '../modules/specimens/index.ts'
import { type Command, CommandFailed, type Parts, type Typed, WrongUse } from './command.ts'
import { counted } from './import-file.ts'

/** Makes a database that was restored to an earlier state safe to serve. Running it again changes nothing. */
export const afterRestoreCommand: Command = {
  summary:
    'After a restore to an earlier state: skips numbers that may be printed, and asks Paystack what is lost.',
  options: {
    'restored-to': {
      means: 'the time of the restored state; by default when a process last saw it',
      optional: true,
    },
    'in-use-until': { means: 'when the lost state was last in use; by default now', optional: true },
  },
  notes:
    'Times are as 2026-11-28T14:05:00Z, or as "2026-11-28 14:05" in Lagos. Stop every process first. The site refuses to start on a restored database until this has run. If Paystack does not answer, run it again: it then only does the rest.',
  async run(parts, typed) {
    const restore = await findOrDeclare(parts, readGap(typed))
    if (!restore) return
    await restartAudit(parts, restore)
    await comparePaystack(parts, restore)
    parts.print('Run check-files, and then start the processes.')
  },
}

/** In how many of the newest orders the busiest day is looked for: a query that ends soon on any install. */
const lookBack = 200_000

type Given = { readonly from: Date | undefined; readonly to: Date | undefined }

function readGap(typed: Typed): Given {
  return { from: readTime(typed, 'restored-to'), to: readTime(typed, 'in-use-until') }
}

function readTime(typed: Typed, option: string): Date | undefined {
  const text = typed.option(option)
  if (text === undefined) return undefined
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.test(text)
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = new Date(`${text.replace(' ', 'T')}${hasZone ? '' : '+01:00'}`)
  if (!isTime || Number.isNaN(time.getTime()))
    throw new WrongUse(`--${option} is "${text}"; give it as 2026-11-28T14:05:00Z.`)
  return time
}

/** The restore to work on: the one that is found or given, or the newest one if it is not finished. Null if there is none. */
async function findOrDeclare(parts: Parts, given: Given): Promise<Restore | null> {
  const { db, config, print } = parts
  const cluster = await readCluster(db)
  const incarnation = await readIncarnation(db, cluster)
  const verdict = judge(incarnation, cluster, readSighting(config.dataDir))
  const before = await newestRestore(db)
  const isGivenAgain = given.from?.getTime() === before?.gap.from.getTime()
  if (verdict.kind === 'restored' || (given.from && !isGivenAgain)) {
    if (verdict.kind === 'restored') print(`The database was restored: ${verdict.reason}.`)
    const gap = { from: given.from ?? incarnation.heartbeatAt, to: given.to ?? cluster.now }
    await assertPossible(db, gap, cluster.now)
    return await declare(parts, incarnation, gap)
  }
  if (!before)
    throw new CommandFailed(
      'As far as this program can see, the database was not restored to an earlier state. If it was, give --restored-to.',
    )
  if (!before.comparedAt) return before
  print(
    `Nothing to do: this was already done for the restore to ${before.gap.from.toISOString()}. If the database was restored again, give --restored-to.`,
  )
  return null
}

/** A typed time may be ahead of the clock of the database by so many milliseconds. */
const skew = 5 * 60_000

async function assertPossible(db: Db, { from, to }: Gap, now: Date): Promise<void> {
  // Each day of the gap skips numbers, and nothing gives them back.
  if (to.getTime() > now.getTime() + skew)
    throw new WrongUse(`--in-use-until is in the future; the database says that it is ${now.toISOString()}.`)
  if (from >= to) throw new WrongUse('--restored-to must be earlier than --in-use-until, and than now.')
  const installed = await installedAt(db)
  if (from < installed)
    throw new WrongUse(
      `--restored-to is earlier than the first start of this database, ${installed.toISOString()}.`,
    )
}

/** Skips every number that may have been given in the gap, and begins a new incarnation, in one transaction. */
async function declare({ db, clock, print }: Parts, before: Incarnation, gap: Gap): Promise<Restore> {
  const accessions = numbersToSkip(gap, await busiestAccessionDay(db, lookBack))
  const receipts = numbersToSkip(gap, await busiestReceiptDay(db, lookBack))
  const years = yearsOf({ ...gap, to: new Date(Math.max(gap.to.getTime(), clock.now().getTime())) }, yearOf)
  const { id, tables } = await db.transaction().execute(async (tx) => {
    const factor = idsToSkip(gap, await installedAt(tx))
    const id = await beginIncarnation(tx, before, await readCluster(tx), gap)
    if (!id) throw new CommandFailed('Another after-restore runs at this moment. Nothing was changed.')
    for (const year of years) {
      await skipAccessionNumbers(tx, year % 100, accessions)
      await skipReceiptNumbers(tx, { year, many: receipts, incarnationId: id })
    }
    await openRestoreCase(tx, id, clock.now())
    return { id, tables: await skipIds(tx, factor) }
  })
  print(`What happened from ${gap.from.toISOString()} to ${gap.to.toISOString()} is lost.`)
  print(
    `Skipped: ${counted(accessions, 'accession number')} of each lab, ${counted(receipts, 'receipt number')} of ${years.join(' and ')}, and ids of ${counted(tables, 'table')}.`,
  )
  return { id, gap, comparedAt: null }
}

const yearOf = (at: Date): number => Number(lagosDate(at).slice(0, 4))

/** The audit folder and the mails may name links that are lost, so the chain begins anew after them. */
async function restartAudit({ db, clock, config, print }: Parts, { id, gap }: Restore): Promise<void> {
  const reason = `Restored to ${gap.from.toISOString()}, incarnation ${id}`
  if (await wasRestarted(db, reason)) return
  const check = await auditCheckOf(db, config)
  const position = await restartChain({ db, clock, keys: check.keys }, reason, await lastAnchored(db, check))
  print(`The audit chain starts again with link ${position}.`)
}

/** Compares every day since the restored state with Paystack's lists, and finishes the restore. */
async function comparePaystack({ db, clock, config, print }: Parts, { id, gap }: Restore): Promise<void> {
  if (config.paystack) {
    const { url, secretKeys } = config.paystack
    const provider = { db, clock, paystack: openPaystack(url, secretKeys, openLog('silent')) }
    for (const day of daysFrom(gap.from, clock.now())) {
      const { outcome } = await reconcileDay(provider, day, clock.now())
      if (outcome !== 'done')
        throw new CommandFailed(
          `${outcome === 'under_way' ? 'The site is comparing now' : `Paystack did not answer about all of ${day}`}. The numbers are skipped, and the site may start. Run after-restore again to do the rest.`,
        )
    }
  } else print('Payments are not set up, so there is nothing to compare with Paystack.')
  await recordCompared(db, id, clock.now())
  const findings = await findingsOf(db, id)
  print(
    findings.length === 0
      ? 'Paystack has no money without an order. The case of the restore says what to do.'
      : 'Paystack has money without an order. One case lists it and says what to do:',
  )
  for (const { kind, subject, amount_kobo: kobo } of findings)
    print(
      `  ${kind === 'refund_unknown' ? 'refund' : 'payment'} ${subject}${kobo === null ? '' : `  ${formatNaira(kobo)}`}`,
    )
}

function daysFrom(from: Date, to: Date): LagosDate[] {
  const days: LagosDate[] = []
  for (let day = lagosDate(from); day <= lagosDate(to); day = addDays(day, 1)) days.push(day)
  return days
}
