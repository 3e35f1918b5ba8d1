/**
 * Marks that are not seen, or that change the direction of text: soft hyphen, Arabic letter mark, zero-width space, marks and
 * isolates of direction, invisible operators, byte order mark and tags. A reader would see other words than stand there.
 */
const unseenMarks = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu

/** A text without marks that are not seen or that turn it around. Joiners stay, which some scripts are written with. */
export function withoutUnseenMarks(text: string): string {
  return text.replace(unseenMarks, '')
}
