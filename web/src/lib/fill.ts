import { createElement, Fragment, type ReactNode } from 'react'

/** The names in braces of a text: "name" in "Delivered to {name}". */
export type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** A text of `web/src/copy` with these values in place of its {names}. */
export function fill<Text extends string>(
  text: Text,
  values: Readonly<Record<Names<Text>, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name as Names<Text>]))
}

const rules = new Intl.PluralRules('en')

/**
 * The form of a text for this count, with {count} filled in as people write it: 1,200. A text has a form for each plural
 * category of its language, separated by " | "; English has two: "{count} test | {count} tests".
 */
export function plural<Text extends string>(
  text: Text,
  count: number,
  ...[values]: Exclude<Names<Text>, 'count'> extends never
    ? []
    : [values: Readonly<Record<Exclude<Names<Text>, 'count'>, string | number>>]
): string {
  const forms: readonly string[] = text.split(' | ')
  const form = forms[rules.select(count) === 'one' ? 0 : 1] ?? text
  return fill<string>(form, { ...values, count: count.toLocaleString('en') })
}

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
