import JsBarcode from 'jsbarcode'

/** A text in Code 128: its bars from the left, each with where it begins, in modules. */
export type Bars = {
  readonly modules: number
  readonly bars: readonly { readonly at: number; readonly width: number }[]
}

/** The bars of a text, without the quiet zones that a scanner needs beside them. */
export function barsOf(text: string): Bars {
  const drawn: { encodings?: readonly { readonly data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('')
  const bars = [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => ({ at: index, width: bar.length }))
  return { modules: modules.length, bars }
}
