import type { OwnLicence, ReviewedLicence } from '@labalaba/contract'
import { countsUntil } from './policy.ts'
import type { LicenceRow, ReviewRow } from './repository.ts'

/** The state of a doctor's verification, from all their licences, the newest first. */
export function presentOwnLicence(licences: readonly LicenceRow[]): OwnLicence {
  const inForce = licences.find(({ state }) => state === 'accepted' || state === 'suspended')
  const waiting = licences.find(({ state }) => state === 'submitted' || state === 'asked')
  const last = licences.find(({ state }) => state === 'refused' || state === 'expired')
  const shown = inForce ?? waiting ?? last
  const renewal = inForce && waiting
  return {
    isVerified: inForce?.state === 'accepted',
    standing: shown ? (shown.state as OwnLicence['standing']) : 'none',
    licence: shown ? sentOf(shown) : null,
    waiting: renewal
      ? { ...sentOf(renewal), standing: renewal.state === 'asked' ? 'asked' : 'submitted' }
      : null,
  }
}

function sentOf(licence: LicenceRow) {
  return {
    folioNumber: licence.folio_number,
    year: licence.practising_year,
    countsUntil: countsUntil(licence.practising_year),
    submittedAt: licence.submitted_at.toISOString(),
    note: licence.note,
  }
}

export function presentReview(row: ReviewRow): ReviewedLicence {
  const { name, email, phone } = row
  return {
    id: row.id,
    doctor: { name, email, phone },
    ...sentOf(row),
    state: row.state,
    decidedAt: row.decided_at?.toISOString() ?? null,
    document: row.has_document ? row.document_type : null,
    folioTaken: row.folio_taken,
  }
}
