import { createHash } from 'node:crypto'
import type { ClinicalLimits, Trimester } from '@labalaba/contract'
import { Gauge, type Registry } from 'prom-client'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { atWholeLab, type MemberRow, requireDuty, requireWholeLab } from '../../labs/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import type { ByMember } from '../by-member.ts'
import { firstName } from '../pdf/content.ts'
import * as repository from './acceptance-repository.ts'
import { agesOf } from './repository.ts'

/** The hashes of the limits that no pathologist has signed, and of the intervals to be confirmed. */
function unsignedOf({ intervals, ...tables }: repository.LimitsOfLab): string[] {
  const rows = Object.values(tables).flat()
  const unsigned = rows.filter(({ approved_by: signedBy }) => signedBy === null)
  return [...unsigned, ...intervals].map(({ hash }) => hash).toSorted()
}

/**
 * Another one if a limit without a signature or an interval to be confirmed changes, is added or signed, or a test of the lab is.
 * Intervals of the lab's own change nothing in it.
 */
function editionOf(unsigned: readonly string[]): string {
  return createHash('sha256').update(unsigned.join()).digest('hex').slice(0, 16)
}

/**
 * The limits of each table for the tests of a lab, and whether it has accepted those without a signature. Throws DomainError
 * `not_your_duty` to others than verifiers and managers.
 */
export async function clinicalLimitsOf(db: Db, member: MemberRow): Promise<ClinicalLimits> {
  requireDuty(member, 'verifier', 'manager')
  const labId = member.lab_id
  const limits = await repository.limitsOfLab(db, labId)
  const unsigned = unsignedOf(limits)
  const edition = editionOf(unsigned)
  const replaced = limits.intervals.filter((one) => one.is_replaced).length
  const [accepted, isAccepted, isDemo] = await Promise.all([
    repository.lastAcceptance(db, labId, edition),
    repository.isAccepted(db, labId, null),
    repository.isDemoLab(db, labId),
  ])
  return {
    ...presentLimits(limits),
    ...{ edition, unsigned: unsigned.length - replaced },
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

function presentLimits({ critical, plausibility, pregnancy, resistance, intervals }: repository.LimitsOfLab) {
  return {
    critical: critical.map((row) => ({
      ...{ ...presentLimit(row), ...presentSides(row), choices: row.choices, tier: row.tier },
      // The table allows no others.
      trimesters: row.trimesters as Trimester[],
    })),
    plausibility: plausibility.map((row) => ({
      ...{ ...presentLimit(row), ...presentSides(row), check: row.to_check, withinDays: row.within_days },
      ...{ changeBy: row.change_by, changePercent: row.change_percent },
    })),
    pregnancy: pregnancy.map((row) => ({
      ...{ ...presentLimit(row), trimester: row.trimester, low: row.low, high: row.high },
    })),
    resistance: resistance.map((row) => ({
      ...{ ...presentLimit({ ...row, ucum: null }), organisms: row.organisms, agents: row.agents },
    })),
    intervals: intervals.map((row) => ({
      ...{ name: row.name, tests: row.tests, unit: row.unit, source: row.source ?? '' },
      // An interval whose source was read is not to be confirmed, and no row of the catalogue has a signature.
      ...{ sourceRead: false, signedBy: null, isReplaced: row.is_replaced },
      male: { low: row.male_low, high: row.male_high },
      female: { low: row.female_low, high: row.female_high },
    })),
  }
}

type Row = repository.LimitsOfLab['critical' | 'plausibility' | 'pregnancy'][number]

function presentLimit({
  name,
  tests,
  unit,
  source,
  ...row
}: Pick<Row, 'name' | 'tests' | 'unit' | 'source' | 'ucum' | 'source_read' | 'approved_by'>) {
  return {
    ...{ name, tests, unit: row.ucum === null ? null : unit, source },
    ...{ sourceRead: row.source_read, signedBy: row.approved_by },
  }
}

function presentSides(row: repository.LimitsOfLab['critical' | 'plausibility'][number]) {
  return { sex: row.sex, ...agesOf(row), atOrBelow: row.at_or_below, atOrAbove: row.at_or_above }
}

/**
 * Accepts the limits of all tables without a signature and the intervals to be confirmed, for a whole lab: a value beyond an
 * accepted plausibility limit is then verified only with a reason, and an accepted interval is confirmed for values entered later. Throws DomainError `not_your_duty` to others than managers, and `limits_changed` if another
 * edition was read.
 */
export async function acceptLimits(tx: Tx, by: ByMember, edition: string): Promise<void> {
  requireDuty(by.member, 'manager')
  requireWholeLab(by.member)
  const labId = by.member.lab_id
  const rowHashes = unsignedOf(await repository.limitsOfLab(tx, labId))
  if (editionOf(rowHashes) !== edition) throw new DomainError('limits_changed')
  await repository.insertAcceptance(tx, {
    ...{ labId, edition, rowHashes, accountId: by.accountId, at: by.at },
  })
}

/**
 * Throws DomainError `limits_not_accepted` if a real lab has neither accepted nor replaced the limits that no pathologist has
 * signed and the intervals to be confirmed, before its first report of a test with any.
 */
export async function requireAcceptance(
  db: Db,
  { demo, lab_id: labId }: Pick<OrderRow, 'demo' | 'lab_id'>,
  testId: number,
): Promise<void> {
  if (!demo && !(await repository.isAccepted(db, labId, testId))) throw new DomainError('limits_not_accepted')
}

/** Exposes to Prometheus how many clinical limits no pathologist has signed, by table, and how many intervals are to be confirmed. */
export function exposeUnsignedLimits(registry: Registry, { db }: { readonly db: Db }): void {
  new Gauge({
    name: 'labalaba_clinical_limits',
    help: 'Rows of the tables of clinical limits, by table, and signed by a pathologist or not; intervals with a source that was read count as signed.',
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
