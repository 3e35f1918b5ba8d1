import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contrast, edgePairs, wordPairs } from './contrast.ts'

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const colours = new Map(
  [...tokens.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
)

function colour(name: string): string {
  const found = colours.get(name)
  if (!found) throw new Error(`there is no colour ${name}`)
  return found
}

it.each(wordPairs)('%s can be read on %s', (ink, ground) => {
  expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5)
})

it.each(edgePairs)('the edge %s can be seen against %s', (edge, ground) => {
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

it('every pair of words and ground that the components name is among those computed', () => {
  const known = wordPairs.map(([ink, ground]) => `${ink} on ${ground}`)
  const named = files.flatMap((file) => [...pairsIn(readFileSync(join(sources, file), 'utf8'))])
  expect(new Set(named).size).toBeGreaterThan(8)
  expect([...new Set(named)].filter((pair) => !known.includes(pair))).toEqual([])
})

it('every colour that is used for words is computed on a ground, and marigold only on ink', () => {
  const code = files.map((file) => readFileSync(join(sources, file), 'utf8')).join('\n')
  const used = [...colours.keys()].filter((name) => new RegExp(`[\\s'"\`:]text-${name}[\\s'"\`]`).test(code))
  const computed = new Set<string>(wordPairs.map(([ink]) => ink))
  expect(used.filter((name) => !computed.has(name))).toEqual([])
  expect(used).not.toContain('marigold')
})

it('the figures of the palette are those that it was chosen for', () => {
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
