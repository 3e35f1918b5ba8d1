import {
  type LicenceAct,
  lagosDate,
  largestLicence,
  type OwnLicence,
  type ReviewedLicence,
} from '@labalaba/contract'
import type { BannerTone } from '../../components/banner.tsx'
import * as copy from '../../copy/licences.ts'
import { fill } from '../../lib/fill.ts'

/** The years whose licence can be sent now: last year's is valid until the end of January. */
export function licenceYears(now: Date): readonly number[] {
  const [year = '', month] = lagosDate(now).split('-')
  const thisYear = Number(year)
  return [...(month === '01' ? [thisYear - 1] : []), thisYear, thisYear + 1]
}

/** Why a chosen file cannot be sent, or null. A picture is made smaller first. */
export function refusedDocument({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (size === 0) return copy.fileEmpty
  const isPdf = type === 'application/pdf' || /\.pdf$/i.test(name)
  if (!isPdf && !type.startsWith('image/')) return copy.fileMissing
  if (isPdf && size > largestLicence) return copy.pdfTooLarge
  return null
}

export type Words = { readonly tone: BannerTone; readonly title: string; readonly says: string }

const untilThen = copy.untilThen

/** The state of a doctor's verification, in words for the doctor. */
export function statusWords({ standing, licence }: OwnLicence): Words {
  const year = licence?.year ?? 0
  switch (standing) {
    case 'submitted':
      return {
        tone: 'info',
        title: copy.standingSubmitted,
        says: fill(copy.standingSubmittedSays, { untilThen }),
      }
    case 'asked':
      return { tone: 'warn', title: copy.standingAsked, says: copy.standingAskedSays }
    case 'accepted':
      return {
        tone: 'ok',
        title: copy.standingAccepted,
        says: copy.standingAcceptedSays,
      }
    case 'refused':
      return {
        tone: 'error',
        title: copy.standingRefused,
        says: fill(copy.standingRefusedSays, { untilThen }),
      }
    case 'suspended':
      return {
        tone: 'error',
        title: copy.standingSuspended,
        says: copy.standingSuspendedSays,
      }
    case 'expired':
      return {
        tone: 'warn',
        title: fill(copy.standingExpired, { year }),
        says: fill(copy.standingExpiredSays, { year: year + 1, untilThen }),
      }
    case 'none':
      return {
        tone: 'info',
        title: copy.standingNone,
        says: fill(copy.standingNoneSays, { untilThen }),
      }
  }
}

/** Whether a licence can be sent now: always, unless one is suspended. */
export function maySend({ standing }: OwnLicence): boolean {
  return standing !== 'suspended'
}

/** What an operator can do with a licence. */
export function actsFor({ state }: ReviewedLicence): readonly LicenceAct[] {
  if (state === 'submitted') return ['accept', 'ask', 'refuse']
  if (state === 'asked') return ['accept', 'refuse']
  if (state === 'accepted') return ['suspend']
  return state === 'suspended' ? ['restore'] : []
}
