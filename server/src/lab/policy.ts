import type { Kobo, LagosDate } from '@labalaba/contract'

/** The categories under which patients see tests, in the order in which they are shown. */
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

/** What patients read of a pause, and the day from which a location takes bookings again; null where nobody has said. */
export type Pause = { readonly words: string; readonly againOn: LagosDate | null }

/** Whether a location takes no bookings for a day, as its lab has paused it. */
export function isPausedOn({ pause }: { readonly pause: Pause | null }, day: LagosDate): boolean {
  return pause !== null && (pause.againOn === null || day < pause.againOn)
}

/** Whether a lab's accreditation names ISO 15189. */
export function isAccredited(lab: { readonly accreditation: string }): boolean {
  return /ISO\s*15189/i.test(lab.accreditation)
}

/** The fee of a home visit: the location's own, else the lab's. Null where the lab offers no home visit. */
export function collectionFee(
  lab: { readonly homeCollection: boolean; readonly collectionFeeKobo: Kobo },
  location: { readonly collectionFeeKobo: Kobo | null },
): Kobo | null {
  return lab.homeCollection ? (location.collectionFeeKobo ?? lab.collectionFeeKobo) : null
}

/** Categories in the order in which they are shown; ones we do not know come last, by name. */
export function inCategoryOrder(categories: readonly string[]): string[] {
  const order: readonly string[] = [packageCategory, ...testCategories]
  const known = order.filter((category) => categories.includes(category))
  const strange = categories.filter((category) => !order.includes(category))
  return [...known, ...strange.toSorted()]
}

/** A slug, name or address as typed, without outer and doubled spaces. Case and accents are the database's to fold. */
export function tidy(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ')
}

/** "Labs in", as people begin a question about a place. */
const lead = /^((medical |diagnostic )?(labs?|laborator(y|ies)|diagnostics?) )?(in|at|near|around) (?=\S)/i

/**
 * The words of a search, at most six: what is beyond narrows nothing and would cost. "Labs in Yaba" is a question
 * about Yaba, and a "lab" beside other words says nothing either.
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
