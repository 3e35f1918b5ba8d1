import type { Authenticity } from '@labalaba/contract'
import type { CheckedSheet } from '../../results/index.ts'

/** What any person with its code may know of a report: never a value, and of the patient only enough to recognise them. */
export function presentAuthenticity(sheet: CheckedSheet): Authenticity {
  return {
    status: sheet.state === 'corrected' || sheet.state === 'withdrawn' ? sheet.state : 'valid',
    correctedAt: sheet.corrected_at?.toISOString() ?? null,
    withdrawnAt: sheet.withdrawn_at?.toISOString() ?? null,
    releasedAt: sheet.released_at.toISOString(),
    lab: sheet.lab_name,
    tests: [sheet.test_name],
    initials: initialsOf(sheet.patient_name),
    bornIn: sheet.patient_born_on === null ? null : Number(sheet.patient_born_on.slice(0, 4)),
    fileHash: sheet.file_hash.toString('hex'),
    attachmentHash: sheet.attachment_hash?.toString('hex') ?? null,
    sampleData: sheet.demo,
  }
}

/** "A. O." */
function initialsOf(name: string): string {
  const words = name.normalize('NFC').split(/\s+/).filter(Boolean)
  return words.map((word) => `${[...word][0]?.toUpperCase() ?? ''}.`).join(' ')
}
