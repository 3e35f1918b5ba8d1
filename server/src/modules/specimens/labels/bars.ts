import JsBarcode from 'jsbarcode'

/** A text in Code 128: its bars from left to right, each with its start, in modules. */
export type Bars = {
  readonly modules: number
  readonly bars: readonly { readonly at: number; readonly width: number }[]
}

/** The bars of a text, without the quiet zones that a scanner needs on both sides. */
export function barsOf(text: string): Bars {
  const drawn: { encodings?: readonly { readonly data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('')
  const bars = [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => ({ at: index, width: bar.length }))
  return { modules: modules.length, bars }
}
