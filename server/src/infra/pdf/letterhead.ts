import { Path, Svg, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactNode } from 'react'
import { colours } from './colours.ts'

/** The size of a tile of the woven pattern, in its own units, and its drawn width. */
const unit = 64
const width = 26

/**
 * A strip of the brand's woven pattern as two paths, one for lines and one for filled shapes, so that drawing it is cheap.
 */
function gridPattern(length: number): { lines: string; fills: string; height: number } {
  const size = width / unit
  const tiles = Array.from({ length: Math.ceil(length / width) }, (_, index) => index * unit)
  const at = (x: number) => (x * size).toFixed(2)
  const threads = tiles.flatMap((x) =>
    [8, 24, 40, 56].flatMap((thread) => [
      `M${at(x + thread)} 0L${at(x + thread)} ${at(unit)}`,
      `M${at(x)} ${at(thread)}L${at(x + unit)} ${at(thread)}`,
    ]),
  )
  const dots = tiles.flatMap((x) =>
    [
      ...[16, 48].flatMap((a) => [16, 48].map((b) => dot(x + a, b, 2.2, size))),
      ...[0, 32].flatMap((a) => [0, 32, unit].map((b) => dot(x + a, b, 3.4, size))),
      ...[16, 48].flatMap((a) => [0, 32, unit].map((b) => diamond(x + a, b, size))),
      ...[0, 32].flatMap((a) => [16, 48].map((b) => diamond(x + a, b, size))),
    ].join(''),
  )
  return { lines: threads.join(''), fills: dots.join(''), height: width }
}

function dot(x: number, y: number, radius: number, size: number): string {
  const r = (radius * size).toFixed(2)
  const across = (2 * radius * size).toFixed(2)
  return `M${((x - radius) * size).toFixed(2)} ${(y * size).toFixed(2)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0Z`
}

function diamond(x: number, y: number, size: number): string {
  const half = (4 * size).toFixed(2)
  return `M${(x * size).toFixed(2)} ${((y - 4) * size).toFixed(2)}l${half} ${half}l-${half} ${half}l-${half} -${half}Z`
}

/** The logo of butterfly and name, drawn in a box of 411.5 by 80. */
const lockup = {
  wings:
    'M33.7 37.4L35.67 18.83A13 13 0 1 1 51.8 32.8ZM30.3 37.4L28.33 18.83A13 13 0 1 0 12.2 32.8ZM41.4 28.5L44.18 17.93A5.4 5.4 0 1 1 51.48 24.28ZM22.6 28.5L19.82 17.93A5.4 5.4 0 1 0 12.52 24.28Z',
  lowerWings:
    'M33.7 39.4L45.16 41.21A8.7 8.7 0 1 1 35.17 50.9ZM30.3 39.4L18.84 41.21A8.7 8.7 0 1 0 28.83 50.9Z',
  bowls:
    'M16 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM45.2 38.6L43.54 54.25A10 10 0 1 1 30.33 43.75ZM67.5 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM80.3 38.6L81.96 54.25A10 10 0 1 0 95.17 43.75ZM113 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM142.2 38.6L140.54 54.25A10 10 0 1 1 127.33 43.75ZM180.5 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM209.7 38.6L208.04 54.25A10 10 0 1 1 194.83 43.75ZM232 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM244.8 38.6L246.46 54.25A10 10 0 1 0 259.67 43.75ZM277.5 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM306.7 38.6L305.04 54.25A10 10 0 1 1 291.83 43.75Z',
  stems:
    'M0 6h9.5V72h-9.5ZM48.5 30h9.5V72h-9.5ZM67.5 6h9.5V72h-9.5ZM145.5 30h9.5V72h-9.5ZM164.5 6h9.5V72h-9.5ZM213 30h9.5V72h-9.5ZM232 6h9.5V72h-9.5ZM310 30h9.5V72h-9.5Z',
} as const

/** The width of A4, in points. */
const pageWidth = 595.28
const pattern = gridPattern(pageWidth)

/** A band of the woven pattern at the top of each page. */
export function drawBand(): ReactNode {
  const { lines, fills, height } = pattern
  const top = {
    position: 'absolute',
    top: 0,
    left: 0,
    right: 0,
    height,
    backgroundColor: colours.indigo,
  } as const
  return draw(
    View,
    { fixed: true, style: top },
    draw(
      Svg,
      { viewBox: `0 0 ${pageWidth} ${height}`, style: { width: pageWidth, height } },
      draw(Path, { d: lines, stroke: colours.paper, strokeWidth: 0.7, fill: 'none' }),
      draw(Path, { d: fills, fill: colours.paper }),
    ),
  )
}

/** The logo, at the head of a document of ours. */
export function drawLogo(): ReactNode {
  const wings = 'translate(-2.4 -3) scale(1.3)'
  const letters = 'translate(92 2)'
  return draw(
    Svg,
    { viewBox: '0 0 411.5 80', style: { width: 164.6, height: 32, marginTop: 4 } },
    draw(Path, { d: lockup.wings, fill: colours.indigo, fillRule: 'evenodd', transform: wings }),
    draw(Path, { d: lockup.lowerWings, fill: colours.marigold, transform: wings }),
    draw(Path, { d: lockup.bowls, fill: colours.indigo, fillRule: 'evenodd', transform: letters }),
    draw(Path, { d: lockup.stems, fill: colours.indigo, transform: letters }),
  )
}
