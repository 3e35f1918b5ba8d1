import { Fragment } from 'react'

/** Where a line may end: after the @ of an email; in other words after a hyphen, and before a dot inside a word. */
function pieces(text: string): string[] {
  return text
    .replace(/\S+/g, (word) => word.replace(word.includes('@') ? /@(?=\w)/g : /-(?=\w)|(?=\.\w)/g, '$&\n'))
    .split('\n')
}

/** Text with an email or a long number in it, which breaks across lines only at natural places. */
export function Breakable({ text }: { text: string }) {
  return pieces(text).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no key but their position
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {piece}
    </Fragment>
  ))
}
