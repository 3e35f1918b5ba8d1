/** Words of examples and placeholders; they add nothing to a secret. */
const knownWords =
  /change[ _-]?(me|this|it)|replace[ _-]?(me|this|it)|your[ _-]?(own|secret|key|token)|placeholder|password|secret|example|default|insecure|labalaba|metrics|token|qwerty\w{0,4}|letmein/gi

/** The bits of one word from a list of 7,776, as in diceware passphrases. */
const bitsOfWord = Math.log2(7_776)

/**
 * Estimates the bits of randomness of a secret. Known words, repetitions and runs such as `abcd` count for nothing, and
 * plain words for no more than those of a diceware passphrase. The estimate can only be too high, for text that a person
 * has made up.
 */
export function estimateBits(secret: string): number {
  const rest = secret.replace(knownWords, '')
  return Math.min(bitsOfCharacters(rest), bitsOfWords(rest))
}

/** Infinity if the text is not made of separate words. */
function bitsOfWords(text: string): number {
  const parts = text.split(/[\s\-_.,;:!?/]+/).filter(Boolean)
  const isProse = parts.length >= 3 && parts.every((part) => /^(\d{1,4}|[A-Z]?[a-z]+|[A-Z]+)$/.test(part))
  if (!isProse) return Number.POSITIVE_INFINITY
  return parts.reduce((sum, part) => sum + (/\d/.test(part) ? part.length * Math.log2(10) : bitsOfWord), 0)
}

/** How many repetitions a random text of 32 characters may have by chance. */
const chanceRepeats = 2

function bitsOfCharacters(text: string): number {
  const foreseeable = [...text].filter((_, end) => isForeseeable(text, end)).length
  const counted = text.length - Math.max(0, foreseeable - chanceRepeats)
  const symbols = Math.min(alphabetOf(text), 2 * new Set(text).size)
  return symbols > 1 ? counted * Math.log2(symbols) : 0
}

/** Whether the four characters that end here occurred earlier in the text, or continue in equal steps, such as `4567`. */
function isForeseeable(text: string, end: number): boolean {
  const start = end - 3
  if (start < 0) return false
  if (text.indexOf(text.slice(start, end + 1)) < start) return true
  const step = text.charCodeAt(end) - text.charCodeAt(end - 1)
  const stepsEqually = [end - 1, end - 2].every(
    (at) => text.charCodeAt(at) - text.charCodeAt(at - 1) === step,
  )
  return Math.abs(step) <= 1 && stepsEqually
}

/** The size of the alphabet from which the characters were likely chosen. */
function alphabetOf(text: string): number {
  if (/^\d*$/.test(text)) return 10
  if (/^([\da-f]*|[\dA-F]*)$/.test(text)) return 16
  const others = new Set(text.replace(/[a-zA-Z\d]/g, '')).size
  const has = (pattern: RegExp, size: number) => (pattern.test(text) ? size : 0)
  return has(/[a-z]/, 26) + has(/[A-Z]/, 26) + has(/\d/, 10) + Math.min(33, 2 * others)
}
