import type { ResultWarning } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { OrderRow } from '../../orders/index.ts'
import type { ByMember } from '../by-member.ts'
import { plausibilityRowsOf } from '../clinical/plausibility-repository.ts'
import { type PlausibilityRow, warningLimitsFor, warningsOf } from '../clinical/warnings.ts'
import type { Measured, MeasuredLine } from '../reports/measured-lines.ts'
import type { ValueRow, VersionRow } from '../reports/repository.ts'
import { limitsInUnit } from '../units/reporting.ts'
import { confirmationsOf, insertConfirmations, isConfirmationOf } from './repository.ts'

/** Why a value that stops is right, in the words of a verifier. */
export type Confirmed = { readonly position: number; readonly reason: string }

type Checked = {
  readonly order: Pick<OrderRow, 'id' | 'lab_id'>
  readonly measured: Pick<Measured<unknown>, 'lines' | 'patient'>
  readonly version: VersionRow
  /** The values of the version. */
  readonly values: readonly ValueRow[]
}

/**
 * Records the reasons of a verifier for values beyond a plausibility limit that stops, each with the value as it is. A value that
 * has a reason for this entry already keeps it, and a reason for a value that does not stop is not stored. Throws DomainError
 * `values_not_confirmed`, with what to check of each line that lacks a reason. The caller has checked that the verifier is no
 * author, and holds the lock of the order, so that of two verifiers only one gives a reason.
 */
export async function requireConfirmed(
  tx: Tx,
  by: Pick<ByMember, 'accountId' | 'at'>,
  checked: Checked,
  reasons: readonly Confirmed[],
): Promise<void> {
  const { order, version } = checked
  const earlier = (await confirmationsOf(tx, [version.report_id])).filter((one) =>
    isConfirmationOf(version, one),
  )
  const stopped = (await stopsOf(tx, checked)).filter(
    ({ position }) => !earlier.some((one) => one.position === position),
  )
  const lacking = stopped.filter(({ position }) => !reasons.some((one) => one.position === position))
  if (lacking.length > 0) {
    const fields = lacking.map(({ position, check }) => [position, `check ${check}`])
    throw new DomainError('values_not_confirmed', { fields: Object.fromEntries(fields) })
  }
  const rows = stopped.flatMap(({ position }) => {
    const value = checked.values.find((one) => one.position === position)
    const given = reasons.find((one) => one.position === position)
    if (value?.value == null || !given) return []
    return {
      ...{ report_id: version.report_id, number: version.number, entered_at: version.entered_at, position },
      ...{ value: value.value, unit: value.unit, reason: given.reason },
      ...{ confirmed_by: by.accountId, confirmed_at: by.at },
    }
  })
  await insertConfirmations(tx, order.id, rows)
}

/** The warnings that stop about the values of a version, at most one of each line. */
async function stopsOf(
  db: Db,
  { order, measured: { lines, patient }, values }: Checked,
): Promise<ResultWarning[]> {
  const rows = await plausibilityRowsOf(db, order.lab_id, lines)
  const limited = lines.map((line) => ({
    ...line,
    warningLimits: limitsOf(line, rows, patient),
    // They warn, and never stop.
    resistances: [],
  }))
  return warningsOf(limited, values).filter(({ stops }) => stops)
}

function limitsOf(
  { id, reportedIn }: MeasuredLine,
  rows: ReadonlyMap<number, readonly PlausibilityRow[]>,
  patient: Checked['measured']['patient'],
) {
  return limitsInUnit(reportedIn, warningLimitsFor(rows.get(id) ?? [], patient, null))
}
