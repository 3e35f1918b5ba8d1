import { type DraftAnswers, draftLengths } from '@labalaba/contract'
import { type BookingDraft, dayOrNone, emptyDraft, timeOrNone } from './draft.ts'

/** Text as the server stores it: cut to `longest`, with control characters and lone surrogates replaced by spaces. */
function plain(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
}

/** The part of a draft that the server stores. */
export function answersOf(draft: BookingDraft): DraftAnswers {
  const { name, email, phone, street, area, landmark, day, time, birth, ...choices } = draft
  const texts = { name, email, phone, street, area, landmark, day, time }
  const kept = Object.entries(texts).map(([key, text]) => [
    key,
    plain(text, draftLengths[key as keyof typeof texts]),
  ])
  const parts = Object.entries(birth).map(([part, text]) => [part, plain(text, draftLengths.birth)])
  return { ...choices, ...Object.fromEntries(kept), birth: Object.fromEntries(parts) }
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
  return { ...theirs, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }
}

/** Whether the draft has no answers. */
export function isBlank(draft: BookingDraft): boolean {
  return same(answersOf(draft), answersOf(emptyDraft))
}
