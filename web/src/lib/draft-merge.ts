import { type DraftAnswers, draftLengths } from '@labalaba/contract'
import { type BookingDraft, dayOrNone, emptyDraft, timeOrNone } from './draft.ts'

/** Text as the server keeps it: no longer than it takes, with no control sign and no half of a sign in it. */
function plain(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
}

/** What is kept of a draft on the server. */
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

/** A draft from what the server kept of it; what it does not hold is empty. */
export function draftFrom(answers: DraftAnswers): BookingDraft {
  const told = Object.entries(answers).filter(([key, answer]) => key in emptyDraft && answer !== undefined)
  return {
    ...emptyDraft,
    ...(Object.fromEntries(told) as Partial<BookingDraft>),
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
 * Two tabs' answers in one: an answer that was changed here since `base` stays as it is here; every other is the one that
 * was kept meanwhile. Nobody's typing is undone by another tab.
 */
export function mergeDrafts(base: BookingDraft, mine: BookingDraft, theirs: BookingDraft): BookingDraft {
  const keys = Object.keys(emptyDraft) as (keyof BookingDraft)[]
  const changed = keys.filter((key) => !same(base[key], mine[key]))
  return { ...theirs, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }
}

/** Whether nothing has been answered. */
export function isBlank(draft: BookingDraft): boolean {
  return same(answersOf(draft), answersOf(emptyDraft))
}
