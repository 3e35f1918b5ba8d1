import { Text, View } from '@react-pdf/renderer'
import { createElement, type ReactElement, type ReactNode } from 'react'

type BoxProps = View['props']
export type Style = NonNullable<BoxProps['style']>

/** A box of a PDF with its content. `options` are the other properties of react-pdf's View, such as `wrap`. */
export function box(
  style: Style,
  content: readonly ReactNode[],
  options: Omit<BoxProps, 'style' | 'children'> = {},
): ReactElement {
  return createElement(View, { ...options, style }, ...content)
}

/** A text of a PDF. */
export function text(style: Style, words: string): ReactElement {
  return createElement(Text, { style }, words)
}
