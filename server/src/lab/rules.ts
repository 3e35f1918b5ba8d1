import type { Kobo, LagosDate } from '@labalaba/contract'

/** The categories under which patients see tests, in the order in which they are shown. */
export const testCategories = ['Pathology', 'Genetics', 'Imaging'] as const

/** Whether a lab takes bookings on a day: it is active, and its registration lasts to the end of that day. */
export function isBookable(
  lab: { readonly active: boolean; readonly registrationExpiresOn: string },
  today: LagosDate,
): boolean {
  return lab.active && lab.registrationExpiresOn >= today
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
  const known = testCategories.filter((category) => categories.includes(category))
  const strange = categories.filter((category) => !testCategories.some((own) => own === category))
  return [...known, ...strange.toSorted()]
}

/** A slug, name or address as typed, without outer and doubled spaces. Case and accents are the database's to fold. */
export function tidy(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ')
}

/** The words of a search, at most six: what is beyond narrows nothing and would cost. */
export function searchWords(typed: string | undefined): string[] {
  return tidy(typed ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 6)
}
