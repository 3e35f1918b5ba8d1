import { Path, Svg, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactNode } from 'react'
import { colours } from './colours.ts'
import { gridPattern, lockup } from './pattern.ts'

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
