import { createHash } from 'node:crypto'
import type { CriticalLimits, TableLimit } from '@labalaba/contract'
import { Gauge, type Registry } from 'prom-client'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { atWholeLab, type MemberRow, requireDuty, requireWholeLab } from '../../labs/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import type { ByMember } from '../by-member.ts'
import { firstName } from '../pdf/content.ts'
import * as repository from './acceptance-repository.ts'
import { agesOf } from './repository.ts'

/** A hash of the limits without a signature: another one if one changes, is added or signed, or a test of the lab is. */
function editionOf(rows: readonly repository.LimitOfLab[]): string {
  const unsigned = rows.filter(({ approved_by: signedBy }) => signedBy === null)
  const byCode = unsigned.toSorted((one, other) => one.code.localeCompare(other.code))
  const limits = byCode.map((row) => [
    ...[row.code, row.analyte, row.ucum, row.sex, row.from_amount, row.from_unit, row.to_amount, row.to_unit],
    ...[row.at_or_below, row.at_or_above, row.choices, row.tier],
  ])
  return createHash('sha256').update(JSON.stringify(limits)).digest('hex').slice(0, 16)
}

/**
 * The critical limits for the tests of a lab, and whether it has accepted those without a signature. Throws DomainError
 * `not_your_duty` to others than verifiers and managers.
 */
export async function criticalLimitsOf(db: Db, member: MemberRow): Promise<CriticalLimits> {
  requireDuty(member, 'verifier', 'manager')
  const labId = member.lab_id
  const limits = await repository.limitsOfLab(db, labId)
  const edition = editionOf(limits)
  const [accepted, isAccepted, isDemo] = await Promise.all([
    repository.lastAcceptance(db, labId, edition),
    repository.isAccepted(db, labId, null),
    repository.isDemoLab(db, labId),
  ])
  return {
    limits: limits.map(presentLimit),
    ...{ edition, unsigned: limits.filter(({ approved_by: signedBy }) => signedBy === null).length },
    accepted: accepted
      ? {
          by: firstName(accepted.name),
          at: accepted.at.toISOString(),
          isCurrent: accepted.edition === edition,
        }
      : null,
    mustAccept: !isDemo && !isAccepted,
    mayAccept: member.duties.includes('manager') && atWholeLab(member),
  }
}

function presentLimit(row: repository.LimitOfLab): TableLimit {
  const { name, tests, sex, unit, choices, tier, source } = row
  return {
    ...{ name, tests, sex, ...agesOf(row), unit: row.ucum === null ? null : unit, choices, tier, source },
    ...{ atOrBelow: row.at_or_below, atOrAbove: row.at_or_above },
    ...{ sourceRead: row.source_read, signedBy: row.approved_by },
  }
}

/**
 * Accepts the critical limits without a signature for a whole lab. Throws DomainError `not_your_duty` to others than managers,
 * and `limits_changed` if another edition was read.
 */
export async function acceptLimits(tx: Tx, by: ByMember, edition: string): Promise<void> {
  requireDuty(by.member, 'manager')
  requireWholeLab(by.member)
  const labId = by.member.lab_id
  if (editionOf(await repository.limitsOfLab(tx, labId)) !== edition) throw new DomainError('limits_changed')
  await repository.insertAcceptance(tx, {
    ...{ labId, edition, accountId: by.accountId, at: by.at },
  })
}

/**
 * Throws DomainError `limits_not_accepted` if a real lab has not accepted the limits that no pathologist has signed, before its
 * first report of a test with such limits.
 */
export async function requireAcceptance(
  db: Db,
  { demo, lab_id: labId }: Pick<OrderRow, 'demo' | 'lab_id'>,
  testId: number,
): Promise<void> {
  if (!demo && !(await repository.isAccepted(db, labId, testId))) throw new DomainError('limits_not_accepted')
}

/** Exposes to Prometheus how many clinical limits no pathologist has signed, by table. */
export function exposeUnsignedLimits(registry: Registry, { db }: { readonly db: Db }): void {
  new Gauge({
    name: 'labalaba_clinical_limits',
    help: 'Rows of the tables of clinical limits, by table, and signed by a pathologist or not.',
    labelNames: ['table', 'state'],
    registers: [registry],
    async collect() {
      for (const { table, rows, unsigned } of await repository.countUnsigned(db)) {
        this.set({ table, state: 'unsigned' }, unsigned)
        this.set({ table, state: 'signed' }, rows - unsigned)
      }
    },
  })
}
