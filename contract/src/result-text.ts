/** The position of the line for a comment that each test without one gets, after its own lines. */
export const commentPosition = 1000

/** Whether a line of a report is for a comment on it. */
export function isComment({ name, position }: { readonly name: string; readonly position: number }): boolean {
  return position === commentPosition || /\bcomments?\b/i.test(name)
}

/** The longest text of a line, in characters: a histology, cytology or imaging report has several paragraphs. */
export const longestText = 20_000
/** The most lines of a text. Prose of that length needs far fewer, and each line takes room on paper. */
export const mostTextLines = 500
/** The longest comment of the lab on one line of a report, in characters. */
export const longestLineComment = 300
/**
 * What may be typed as a comment on a line or as a method: one line of text, without control characters, and without invisible
 * ones but those that join letters.
 */
export const oneLineCharacters = /^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u
/** The longest words for how a lab measures a line, in characters. */
export const longestMethod = 80
/** What may be typed for a line: no control characters but tabs and line breaks, which only a text can have. */
export const typedCharacters = /^[\P{Cc}\t-\r]*$/u

/** A text as it is stored: lines end with "\n" and not with spaces, tabs are spaces, and at most one line in a row is empty. */
export function plainText(typed: string): string {
  const lines = typed.replace(/\t/g, ' ').split(/\r\n|[\n-\r\u2028\u2029]/)
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
