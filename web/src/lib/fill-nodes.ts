import { createElement, Fragment, type ReactNode } from 'react'
import type { Names } from './fill.ts'

/** Like `fill`, for values that are elements: links, bold words, amounts. */
export function fillNodes<Text extends string>(
  text: Text,
  values: Readonly<Record<Names<Text>, ReactNode>>,
): ReactNode[] {
  // Words are at even positions, names at odd ones.
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? part : createElement(Fragment, { key: index }, values[part as Names<Text>]),
    )
}
