import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

function colour(name: string): string {
  const found = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens)
  if (!found?.[1]) throw new Error(`there is no colour ${name}`)
  return found[1]
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(colour(one)), luminance(colour(other))].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const words = [
  ...['paper', 'card', 'sand', 'indigo-tint'].flatMap((ground) =>
    ['ink', 'muted', 'indigo'].map((ink) => [ink, ground] as const),
  ),
  ['clay', 'paper'],
  ['leaf', 'paper'],
  ['leaf', 'leaf-tint'],
  ['warn', 'warn-tint'],
  ['error', 'error-tint'],
  ['error', 'card'],
  ['error', 'paper'],
  ['card', 'indigo'],
  ['card', 'indigo-pressed'],
  ['card', 'leaf'],
  ['paper', 'ink'],
  ['ink', 'marigold'],
  ['ink', 'leaf-tint'],
  ['ink', 'warn-tint'],
  ['ink', 'error-tint'],
] as const

it.each(words)('%s can be read on %s', (ink, ground) => {
  expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
})

const edges = [
  ['border', 'card'],
  ['border', 'paper'],
  ['border', 'sand'],
  ['error', 'card'],
  ['clay', 'paper'],
  ['marigold', 'ink'],
  ['ink', 'paper'],
] as const

it.each(edges)('the edge %s can be seen against %s', (edge, ground) => {
  expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3)
})
