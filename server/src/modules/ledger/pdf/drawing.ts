import { brand } from '@labalaba/contract'
import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactNode } from 'react'
import { ink } from '../../../infra/pdf/colours.ts'
import { learnLetters } from '../../../infra/pdf/fonts.ts'
import { gridCloth, lockup } from '../../../infra/pdf/pattern.ts'
import type { SheetLine, StatementSheet } from './content.ts'
import { looks } from './styles.ts'

learnLetters()

const pageWidth = 595.28
const cloth = gridCloth(pageWidth)

/** Draws a statement on A4, as many pages as it needs. */
export async function drawStatement(sheet: StatementSheet): Promise<Uint8Array> {
  const { lab, days, sums, closing, moved } = sheet
  const about = { author: brand.name, creator: brand.name, producer: brand.name, language: 'en-NG' }
  const [words, amount] = closing
  return await renderToBuffer(
    draw(
      Document,
      { title: `Statement of ${lab}, ${days}`, ...about },
      draw(
        Page,
        { size: 'A4', style: looks.page },
        band(),
        head(sheet),
        ...sums.map(([label, total]) => pair(label, total)),
        draw(
          View,
          { style: looks.closing, wrap: false },
          draw(Text, { style: looks.closingWords }, words),
          draw(Text, { style: looks.closingAmount }, amount),
        ),
        moved.length === 0 ? draw(Text, {}, 'There are no entries in these days.') : null,
        ...moved.flatMap(({ day, lines }) => [
          draw(Text, { key: day, style: looks.day, minPresenceAhead: 30 }, day),
          ...lines.map((line, index) => entry(line, `${day} ${index}`)),
        ]),
        foot(sheet),
      ),
    ),
  )
}

function band(): ReactNode {
  return draw(
    View,
    { fixed: true, style: looks.band },
    draw(
      Svg,
      { viewBox: `0 0 ${pageWidth} ${cloth.height}`, style: { width: pageWidth, height: cloth.height } },
      draw(Path, { d: cloth.lines, stroke: ink.paper, strokeWidth: 0.7, fill: 'none' }),
      draw(Path, { d: cloth.fills, fill: ink.paper }),
    ),
  )
}

function head({ lab, days, printed }: StatementSheet): ReactNode {
  const wings = 'translate(-2.4 -3) scale(1.3)'
  const letters = 'translate(92 2)'
  return draw(
    View,
    { style: looks.head },
    draw(
      Svg,
      { viewBox: '0 0 411.5 80', style: looks.lockup },
      draw(Path, { d: lockup.wings, fill: ink.indigo, fillRule: 'evenodd', transform: wings }),
      draw(Path, { d: lockup.lowerWings, fill: ink.marigold, transform: wings }),
      draw(Path, { d: lockup.bowls, fill: ink.indigo, fillRule: 'evenodd', transform: letters }),
      draw(Path, { d: lockup.stems, fill: ink.indigo, transform: letters }),
    ),
    draw(
      View,
      { style: looks.right },
      draw(Text, { style: looks.title }, 'Statement'),
      draw(Text, { style: looks.lab }, lab),
      draw(Text, { style: looks.small }, days),
      draw(Text, { style: looks.small }, `Printed ${printed}`),
    ),
  )
}

function pair(label: string, amount: string): ReactNode {
  return draw(
    View,
    { key: label, style: looks.sum, wrap: false },
    draw(Text, {}, label),
    draw(Text, {}, amount),
  )
}

function entry({ time, words, order, amount, balance }: SheetLine, key: string): ReactNode {
  return draw(
    View,
    { key, style: looks.line, wrap: false },
    draw(Text, { style: looks.time }, time),
    draw(Text, { style: looks.words }, words),
    draw(Text, { style: looks.order }, order),
    draw(Text, { style: looks.amount }, amount),
    draw(Text, { style: looks.balance }, balance),
  )
}

function foot({ company }: StatementSheet): ReactNode {
  return draw(
    View,
    { fixed: true, style: looks.foot },
    ...company.map((line) => draw(Text, { key: line, style: looks.small }, line)),
  )
}
