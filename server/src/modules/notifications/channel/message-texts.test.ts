import { readFileSync } from 'node:fs'
import { brand } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { messageKinds, messageText, pageFor } from './message-texts.ts'

/** What one SMS can hold in one septet each; the others of the alphabet take two, and are not used. */
const gsm7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** The longest address of a site for which a message is one SMS. */
const longestSite = `https://${'x'.repeat(28)}`
const order = { reference: 'LB-0000-0000-0000-0000' }
const everyText = messageKinds.flatMap((kind) =>
  [true, false].map((isOwn) => {
    const page = `${longestSite}/${pageFor(kind, order, isOwn)}`
    return [kind, messageText(kind, { page, digits: '12345' }, isOwn), page] as const
  }),
)

test.each(everyText)('a message about %s is one SMS at its longest: %s', (_, text) => {
  expect([...text].filter((sign) => !gsm7.includes(sign))).toEqual([])
  expect(text.length).toBeLessThanOrEqual(160)
})

test('every message says who writes and where to look, or is a code; no link carries a token', () => {
  for (const [kind, text, page] of everyText) {
    expect(text.startsWith(`${brand.name}: `)).toBe(true)
    if (kind === 'code') expect(text).toContain('12345')
    else expect(text).toContain(page)
    expect(page.slice(longestSite.length)).toMatch(
      /^\/(orders\/LB-[0-9A-Z-]{19}(\/results)?|track\?order=LB-[0-9A-Z-]{19})$/,
    )
  }
})

/** Words between single spaces, so that one is found as a whole. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `
}

test('no message names a test, a specimen, a department or a person', () => {
  const rows = (file: string) =>
    readFileSync(new URL(`../../../../../reference/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .slice(1)
  const names = rows('tests.csv').flatMap((row) => row.split(',').slice(0, 3))
  const telling = [...new Set(names.map(plain))].filter((name) => name.trim().length > 2)
  expect(telling.length).toBeGreaterThan(100)
  for (const [kind, text, page] of everyText) {
    const words = plain(text.replace(page, ''))
    expect(
      telling.filter((name) => words.includes(name)),
      kind,
    ).toEqual([])
    expect(words, kind).not.toMatch(
      /\b(blood|urine|hiv|hepatitis|haematology|chemistry|positive|negative|hello|dear)\b/,
    )
  }
})
