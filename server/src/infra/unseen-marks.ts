/**
 * Characters that are invisible, or change the direction of text: soft hyphen, Arabic letter mark, zero-width space,
 * direction marks and isolates, invisible operators, byte order mark and tags. With them a reader would see a different
 * text.
 */
const unseenMarks = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu

/** A text without characters that are invisible or change its direction. Joiners stay, because some scripts need them. */
export function withoutUnseenMarks(text: string): string {
  return text.replace(unseenMarks, '')
}
