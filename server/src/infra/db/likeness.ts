/**
 * The distance of a typed word from a word of a name: 0 if equal (ignoring doubled letters), 1 or 2 for that many typing
 * errors, a little more if the typed word is only its beginning. Undefined if they are not similar. Both are folded: lower
 * case without accents. Short words and numbers allow no errors: too many other words are as close.
 */
export function unlikeness(typed: string, word: string): number | undefined {
  if (typed === word) return 0
  const slips = slipsForgiven(typed)
  if (slips === 0) return undefined
  const [plainTyped, plainWord] = [withoutDoubles(typed), withoutDoubles(word)]
  if (plainTyped === plainWord) return 0
  if (Math.min(plainTyped.length, plainWord.length) < shortest) return undefined
  if (plainWord.startsWith(plainTyped)) return 0.5
  const whole = Math.min(slipsBetween(typed, word, slips), slipsBetween(plainTyped, plainWord, slips))
  if (whole <= slips) return whole
  const begun = plainTyped.length < 6 ? Number.POSITIVE_INFINITY : slipsToBeginning(plainTyped, plainWord)
  return begun <= slips - 1 || begun === 1 ? begun + 0.5 : undefined
}

/** Shorter words have too many others close to them. */
const shortest = 4

/** The allowed errors: none in a number or a word of three letters, one up to six letters, two in a longer word. */
function slipsForgiven(typed: string): number {
  if (typed.length < shortest || /[^a-z]/.test(typed)) return 0
  return typed.length < 7 ? 1 : 2
}

function withoutDoubles(word: string): string {
  return word.replace(/(.)\1+/g, '$1')
}

/** The number of letters missing, added, wrong or swapped. Infinity if the lengths differ by more than `most`. */
function slipsBetween(typed: string, word: string, most: number): number {
  if (Math.abs(typed.length - word.length) > most) return Number.POSITIVE_INFINITY
  return lastRow(typed, word).at(-1) ?? Number.POSITIVE_INFINITY
}

/** The fewest errors between the typed word and any beginning of a word. */
function slipsToBeginning(typed: string, word: string): number {
  return Math.min(...lastRow(typed, word.slice(0, typed.length + 2)))
}

/** The errors between `typed` and each beginning of `word`, the empty one first. */
function lastRow(typed: string, word: string): number[] {
  let before: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1]
      let least = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row
}
