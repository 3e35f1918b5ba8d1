import type { Authenticity } from '@labalaba/contract'
import type { CheckedReport } from '../../results/index.ts'

/** What any person with its code may know of a report: never a value, and of the patient only enough to recognise them. */
export function presentAuthenticity(report: CheckedReport): Authenticity {
  return {
    status: report.state === 'corrected' || report.state === 'withdrawn' ? report.state : 'valid',
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
