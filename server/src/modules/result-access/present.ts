import type {
  BreakGlassBecause,
  OwnResult,
  ReaderRole,
  ResultReader,
  WithdrawnResult,
} from '@labalaba/contract'
import type { Secret } from '../../infra/config/secret.ts'
import type { OrderRow } from '../orders/index.ts'
import { codeOf, correctionWords, firstName, presentAttachment, presentValue } from '../results/index.ts'
import type { InForce, TakenBack } from './released.ts'
import type { Reader } from './repository.ts'

/** A result as its patient reads it. `sensitive` holds the sensitive tests. */
export function presentResult(
  { report, version, values, replaced }: InForce,
  secret: Secret,
  sensitive: ReadonlyMap<number, string>,
): OwnResult {
  return {
    ...{ id: report.id, version: version.number },
    test: report.test_name,
    about: report.about === '' ? null : report.about,
    partOf: report.line_name === report.test_name ? null : report.line_name,
    sensitive: sensitive.has(report.test_id),
    takenAt: version.taken_at?.toISOString() ?? null,
    releasedAt: (version.released_at ?? version.entered_at).toISOString(),
    preliminary: version.preliminary,
    ...{ correction: correctionWords(version), addsOnly: version.adds_only },
    replaces: replaced.map((earlier) => ({
      releasedAt: earlier.version.released_at.toISOString(),
      code: codeOf(secret, report.id, earlier.version.number),
      values: earlier.values.map(presentValue),
    })),
    counselledBy: version.counselled_by,
    values: values.map((value) => ({ ...presentValue(value), about: value.about })),
    attachment: presentAttachment(version),
    code: codeOf(secret, report.id, version.number),
  }
}

/** A withdrawn result, as its possible readers see it. */
export function presentWithdrawn({ report, version }: TakenBack): WithdrawnResult {
  return {
    ...{ id: report.id, test: report.test_name },
    partOf: report.line_name === report.test_name ? null : report.line_name,
    releasedAt: (version.released_at ?? version.entered_at).toISOString(),
    withdrawnAt: (version.withdrawn_at ?? version.entered_at).toISOString(),
    because: version.withdrawn_because ?? 'other',
  }
}

/** The openings of an order by break-glass, by the doctor who booked it, and the doctor's full name. */
type BreakGlassOpenings = {
  readonly doctor: string | null
  readonly openings: readonly {
    readonly at: Date
    readonly because: BreakGlassBecause
    readonly reason: string
  }[]
}

/**
 * A reader of an order's results, as one of its owners sees it: with a first name at most; a doctor who used break-glass with
 * the full name and the reasons.
 */
export function presentReader(
  { role, accountId, name, firstAt, lastAt, times, saved }: Reader,
  order: Pick<OrderRow, 'account_id'>,
  viewerId: number,
  { doctor, openings }: BreakGlassOpenings,
): ResultReader {
  const own = role === 'doctor' && accountId === order.account_id ? openings : []
  return {
    role: role === 'patient' ? ownerRole(accountId, order, viewerId) : role,
    name: own.length > 0 ? doctor : name === null || role === 'share' ? name : firstName(name),
    ...{ firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString(), times, saved },
    breakGlass: own.map(({ at, because, reason }) => ({ at: at.toISOString(), because, reason })),
  }
}

function ownerRole(
  accountId: number | null,
  order: Pick<OrderRow, 'account_id'>,
  viewerId: number,
): ReaderRole {
  if (accountId === viewerId) return 'you'
  return accountId === order.account_id ? 'booker' : 'patient'
}
