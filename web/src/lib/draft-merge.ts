import { type DraftAnswers, type DraftText, draftBirthLength, draftTexts } from '@labalaba/contract'
import { type BookingDraft, dayOrNone, emptyDraft, timeOrNone } from './draft.ts'

/** Text as the server stores it: cut to `longest`, with control characters and lone surrogates replaced by spaces. */
function plain(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
}

/** The part of a draft that the server stores. */
export function answersOf(draft: BookingDraft): DraftAnswers {
  const texts = Object.entries(draftTexts).map(([field, longest]) => [
    field,
    plain(draft[field as DraftText], longest),
  ])
  const birth = Object.entries(draft.birth).map(([part, text]) => [part, plain(text, draftBirthLength)])
  return { ...draft, ...Object.fromEntries(texts), birth: Object.fromEntries(birth) }
}

/** A draft from the answers that the server stores; a missing answer is empty. */
export function draftFrom(answers: DraftAnswers): BookingDraft {
  const given = Object.entries(answers).filter(([key, answer]) => key in emptyDraft && answer !== undefined)
  return {
    ...emptyDraft,
    ...(Object.fromEntries(given) as Partial<BookingDraft>),
    day: dayOrNone(answers.day),
    time: timeOrNone(answers.time),
    birth: {
      day: answers.birth?.day ?? '',
      month: answers.birth?.month ?? '',
      year: answers.birth?.year ?? '',
    },
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges the answers of two tabs: an answer changed here since `base` keeps its local value; every other takes the
 * stored one. So another tab never undoes what the user typed here.
 */
export function mergeDrafts(base: BookingDraft, mine: BookingDraft, theirs: BookingDraft): BookingDraft {
  const keys = Object.keys(emptyDraft) as (keyof BookingDraft)[]
  const changed = keys.filter((key) => !same(base[key], mine[key]))
  // Another patient here has not the answers of the one there.
  if (changed.includes('person') || changed.includes('gender')) changed.push('clinical', 'despiteSex')
  return { ...theirs, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }
}

/** Whether the draft has no answers. */
export function isBlank(draft: BookingDraft): boolean {
  return same(answersOf(draft), answersOf(emptyDraft))
}
