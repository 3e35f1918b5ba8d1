import {
  type LicenceAct,
  lagosDate,
  largestLicence,
  type OwnLicence,
  type ReviewedLicence,
} from '@labalaba/contract'
import type { BannerTone } from '../../ui/banner.tsx'

/** The years whose licence can be sent now: last year's is valid until the end of January. */
export function licenceYears(now: Date): readonly number[] {
  const [year = '', month] = lagosDate(now).split('-')
  const thisYear = Number(year)
  return [...(month === '01' ? [thisYear - 1] : []), thisYear, thisYear + 1]
}

/** Why a chosen file cannot be sent, or null. A picture is made smaller first. */
export function refusedDocument({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (size === 0) return 'This file is empty. Choose another.'
  const isPdf = type === 'application/pdf' || /\.pdf$/i.test(name)
  if (!isPdf && !type.startsWith('image/')) return 'Choose a photo or a PDF of the licence.'
  if (isPdf && size > largestLicence)
    return 'This PDF is larger than 1 MB. Take a photo of the licence instead.'
  return null
}

export type Words = { readonly tone: BannerTone; readonly title: string; readonly says: string }

const without = 'Until then you book as before, without earnings and without asking patients for consent.'

/** The state of a doctor's verification, in words for the doctor. */
export function standingWords({ standing, licence }: OwnLicence): Words {
  const year = licence?.year ?? 0
  switch (standing) {
    case 'submitted':
      return {
        ...{ tone: 'info', title: 'We are checking your licence' },
        says: `This takes a working day or two; we write to you. ${without}`,
      }
    case 'asked':
      return { tone: 'warn', title: 'We have a question', says: 'Answer it by sending the licence again.' }
    case 'accepted':
      return {
        ...{ tone: 'ok', title: 'Your licence is checked' },
        says: 'Patients read your name with “Dr”, you earn on what you book for them, and we ask them whether you may read their results.',
      }
    case 'refused':
      return {
        tone: 'error',
        title: 'We could not accept your licence',
        says: `Send another one. ${without}`,
      }
    case 'suspended':
      return {
        ...{ tone: 'error', title: 'Your licence is suspended' },
        says: 'You earn nothing on new bookings, and cannot read results of patients. To talk about it, write to support.',
      }
    case 'expired':
      return {
        ...{ tone: 'warn', title: `Your licence of ${year} no longer counts` },
        says: `Send the one of ${year + 1}. ${without}`,
      }
    case 'none':
      return {
        ...{ tone: 'info', title: 'Send your practising licence' },
        says: `An operator compares it with the register. Then you earn on what you book, and patients are asked whether you may read their results. ${without}`,
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
