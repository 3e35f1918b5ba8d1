import type { Authenticity } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { addressAbout, countTry, pauseBeforeTry } from '../../infra/http/tries.ts'
import { type CheckedReport, hashCode, reportByCode } from '../results/index.ts'

/**
 * How many wrong codes an address may try, and within how many milliseconds. A code has eighty bits, so this only protects
 * our servers. A whole lab or mobile network may share an address, so right codes are accepted for longer than wrong ones.
 */
const most = 30
const mostOfAll = 300
const window = 10 * 60 * 1000

/**
 * Whether a report is genuine, for any person with its code. Only wrong codes are counted: after `most` the next wrong one
 * must wait; after `mostOfAll` every request from that address must wait. Throws DomainError `not_found` and `too_many`.
 */
export async function checkReport(
  { db, clock, secret }: { readonly db: Db; readonly clock: Clock; readonly secret: Secret },
  code: string,
  address: string,
): Promise<Authenticity> {
  const about = addressAbout(secret, 'report code', address)
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    const all = await pauseBeforeTry(tx, [{ about, most: mostOfAll, window }], now)
    if (all > 0) return all
    const report = await reportByCode(tx, hashCode(code))
    if (report) return report
    const wrong = [{ about, most, window }]
    const pause = await pauseBeforeTry(tx, wrong, now)
    await countTry(tx, wrong, now)
    return pause
  })
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (outcome === 0) throw new DomainError('not_found')
  if (typeof outcome === 'number') throw new DomainError('too_many', { retryAfter: outcome })
  return presentAuthenticity(outcome)
}

function statusOf({ state, stands }: CheckedReport): Authenticity['status'] {
  if (state === 'withdrawn') return 'withdrawn'
  if (state !== 'corrected') return 'valid'
  return stands ? 'appended' : 'corrected'
}

/** What any person with its code may know of a report: never a value, and of the patient only enough to recognise them. */
function presentAuthenticity(report: CheckedReport): Authenticity {
  return {
    status: statusOf(report),
    preliminary: report.preliminary,
    correctedAt: report.corrected_at?.toISOString() ?? null,
    withdrawnAt: report.withdrawn_at?.toISOString() ?? null,
    releasedAt: report.released_at.toISOString(),
    lab: report.lab_name,
    tests: [report.test_name],
    initials: initialsOf(report.patient_name),
    bornIn: report.patient_born_on === null ? null : Number(report.patient_born_on.slice(0, 4)),
    fileHash: report.file_hash.toString('hex'),
    attachmentHash: report.attachment_hash?.toString('hex') ?? null,
    sampleData: report.demo,
  }
}

/** "A. O." */
function initialsOf(name: string): string {
  const words = name.normalize('NFC').split(/\s+/).filter(Boolean)
  return words.map((word) => `${[...word][0]?.toUpperCase() ?? ''}.`).join(' ')
}
