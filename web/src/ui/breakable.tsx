import { Fragment } from 'react'

/** Where a line may end: after @ or a hyphen, and before a dot that no @ follows, as in the name of a site. */
function pieces(text: string): string[] {
  return text.replace(/[@-](?=\w)|(?=\.\w)(?!\S*@)/g, '$&\n').split('\n')
}

/** Text with an email or a long number in it, which breaks across lines only where an eye would break it. */
export function Breakable({ text }: { text: string }) {
  return pieces(text).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing but their place
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {piece}
    </Fragment>
  ))
}
