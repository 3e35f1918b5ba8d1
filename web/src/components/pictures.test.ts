import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const files = globSync(['pages/public/art/*.svg', 'components/art/*.svg'], { cwd: source })
const tokens = readFileSync(join(source, 'components/tokens.css'), 'utf8')

/** Skin with its one shade, lips, and green cloth in shade (pages/public/art/NOTES.md). */
const people = ['#8a4b2a', '#6d3820', '#6a3825', '#502819', '#a05f37', '#824826', '#8f1d17', '#084734']

function long(colour: string): string {
  return colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour
}

function coloursIn(text: string): Set<string> {
  return new Set([...text.matchAll(/#[\da-f]{3,6}\b/gi)].map(([colour]) => long(colour.toLowerCase())))
}

test('the folder has pictures', () => {
  expect(files.length).toBeGreaterThan(20)
})

test.each(files)('%s is small, uses the palette, and draws without text, styles or scripts', (file) => {
  const drawn = readFileSync(join(source, file), 'utf8')
  const allowed = new Set([...coloursIn(tokens), ...people])
  expect(gzipSync(drawn).length).toBeLessThanOrEqual(6000)
  expect(drawn).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">/)
  expect(drawn).not.toMatch(
    /<(style|script|text|image|linearGradient|radialGradient|filter)|\sstyle=|href=|on\w+=/,
  )
  expect([...coloursIn(drawn)].filter((colour) => !allowed.has(colour))).toEqual([])
})

test('no two pictures share an id', () => {
  const ids = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/ id="([^"]+)"/g)].map(
      ([, id]) => id ?? basename(file),
    ),
  )
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

test.each(['share', 'share-doctor', 'share-lab', 'share-visitor'])(
  '%s.png exists, and is small enough for link previews',
  (name) => {
    expect(readFileSync(join(source, `../public/${name}.png`)).length).toBeLessThanOrEqual(60_000)
  },
)
