import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Grounds = Readonly<Record<string, readonly string[]>>

/** Pairs of a colour and a background that it is used on. */
function pairsOf(grounds: Grounds): (readonly [colour: string, ground: string])[] {
  return Object.entries(grounds).flatMap(([ground, colours]) =>
    colours.map((colour) => [colour, ground] as const),
  )
}

/** Each text colour with a background that it is used on: at least 4.5 to 1. */
const wordPairs = pairsOf({
  paper: ['ink', 'muted', 'indigo', 'clay', 'leaf', 'warn', 'error'],
  card: ['ink', 'muted', 'indigo', 'clay', 'leaf', 'warn', 'error'],
  sand: ['ink', 'muted', 'indigo', 'error'],
  'indigo-tint': ['ink', 'muted', 'indigo'],
  'leaf-tint': ['leaf', 'ink'],
  'warn-tint': ['warn', 'ink'],
  'error-tint': ['error', 'ink'],
  indigo: ['card', 'paper'],
  'indigo-pressed': ['card'],
  leaf: ['card'],
  warn: ['card'],
  error: ['card'],
  ink: ['card', 'paper', 'marigold'],
  marigold: ['ink'],
})

/** Each edge, icon or focus ring with the background that it is used on: at least 3 to 1. */
const edgePairs = pairsOf({
  card: ['border', 'error', 'indigo', 'ink'],
  paper: ['border', 'clay', 'indigo', 'ink'],
  sand: ['border', 'ink'],
  'error-tint': ['error'],
  'leaf-tint': ['leaf'],
  'warn-tint': ['warn'],
  'indigo-tint': ['indigo'],
  ink: ['marigold'],
  indigo: ['marigold'],
})

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours like #2e3192, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const colours = new Map(
  [...tokens.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
)

function colour(name: string): string {
  const found = colours.get(name)
  if (!found) throw new Error(`there is no colour ${name}`)
  return found
}

it.each(wordPairs)('%s is readable on %s', (ink, ground) => {
  expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5)
})

it.each(edgePairs)('the edge %s is visible against %s', (edge, ground) => {
  expect(contrast(colour(edge), colour(ground))).toBeGreaterThanOrEqual(3)
})

/** A text colour and a ground in one string of class names. */
function* pairsIn(code: string): Generator<string> {
  const used = (classes: string, kind: string) =>
    [...classes.matchAll(new RegExp(`(?<![\\w:-])${kind}-([a-z-]+)`, 'g'))]
      .map(([, name = '']) => name)
      .filter((name) => colours.has(name))
  for (const [classes] of code.matchAll(/'[^'\n]*'|"[^"\n]*"/g))
    for (const ink of used(classes, 'text'))
      for (const ground of used(classes, 'bg')) yield `${ink} on ${ground}`
}

const sources = join(import.meta.dirname, '..')
const files = globSync('**/*.tsx', { cwd: sources })

it('every pair of text and background that the components name is checked', () => {
  const checkedPairs = wordPairs.map(([ink, ground]) => `${ink} on ${ground}`)
  const named = files.flatMap((file) => [...pairsIn(readFileSync(join(sources, file), 'utf8'))])
  expect(new Set(named).size).toBeGreaterThan(8)
  expect([...new Set(named)].filter((pair) => !checkedPairs.includes(pair))).toEqual([])
})

it('every text colour is checked on a background, and marigold only on ink', () => {
  const code = files.map((file) => readFileSync(join(sources, file), 'utf8')).join('\n')
  const used = [...colours.keys()].filter((name) => new RegExp(`[\\s'"\`:]text-${name}[\\s'"\`]`).test(code))
  const computed = new Set<string>(wordPairs.map(([ink]) => ink))
  expect(used.filter((name) => !computed.has(name))).toEqual([])
  expect(used).not.toContain('marigold')
})

it('the contrasts of the palette are those that it was chosen for', () => {
  const figures = [
    ['ink', 'paper', 15.7],
    ['muted', 'paper', 6.2],
    ['card', 'indigo', 10.7],
    ['ink', 'marigold', 8.1],
    ['leaf', 'leaf-tint', 7.5],
    ['warn', 'warn-tint', 7.3],
    ['error', 'error-tint', 7.7],
    ['indigo', 'indigo-tint', 9.1],
  ] as const
  for (const [one, other, figure] of figures)
    expect(contrast(colour(one), colour(other))).toBeCloseTo(figure, 0)
})
