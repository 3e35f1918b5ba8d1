import type { Kobo, LagosDate } from '@labalaba/contract'

/** The categories under which patients see tests, in display order. */
export const testCategories = ['Pathology', 'Genetics', 'Imaging'] as const
/** The category of packages, shown before those of tests. */
export const packageCategory = 'Test Package'

/** Whether a lab takes bookings on a day: it is active, and its registration lasts to the end of that day. */
export function isBookable(
  lab: { readonly active: boolean; readonly registrationExpiresOn: string },
  today: LagosDate,
): boolean {
  return lab.active && lab.registrationExpiresOn >= today
}

/** The pause text for patients, and the day from which a location takes bookings again; null if that day is unknown. */
export type Pause = { readonly words: string; readonly againOn: LagosDate | null }

/** Whether the lab has paused bookings at a location for this day. */
export function isPausedOn({ pause }: { readonly pause: Pause | null }, day: LagosDate): boolean {
  return pause !== null && (pause.againOn === null || day < pause.againOn)
}

/** Whether a lab's accreditation names ISO 15189. */
export function isAccredited(lab: { readonly accreditation: string }): boolean {
  return /ISO\s*15189/i.test(lab.accreditation)
}

/** The fee of a home visit: the location's own, otherwise the lab's. Null if the lab offers no home visits. */
export function collectionFee(
  lab: { readonly homeCollection: boolean; readonly collectionFeeKobo: Kobo },
  location: { readonly collectionFeeKobo: Kobo | null },
): Kobo | null {
  return lab.homeCollection ? (location.collectionFeeKobo ?? lab.collectionFeeKobo) : null
}

/** Sorts categories into display order; unknown categories come last, by name. */
export function inCategoryOrder(categories: readonly string[]): string[] {
  const order: readonly string[] = [packageCategory, ...testCategories]
  const known = order.filter((category) => categories.includes(category))
  const strange = categories.filter((category) => !order.includes(category))
  return [...known, ...strange.toSorted()]
}

/** A slug, name or address without leading, trailing and doubled spaces. The database folds case and accents. */
export function tidy(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ')
}

/** Prefixes such as "labs in" before the name of a place. */
const lead = /^((medical |diagnostic )?(labs?|laborator(y|ies)|diagnostics?) )?(in|at|near|around) (?=\S)/i

/**
 * The words of a search, at most six: more words would cost time without narrowing it. "Labs in Yaba" becomes "Yaba", and
 * "lab" next to other words is ignored.
 */
export function searchWords(typed: string | undefined): string[] {
  const words = tidy(typed ?? '')
    .replace(lead, '')
    .split(' ')
    .map((word) => word.replace(/[,;.]+$/, ''))
    .filter(Boolean)
  const telling = words.filter((word) => !/^labs?$/i.test(word))
  return (telling.length > 0 ? telling : words).slice(0, 6)
}
