import { brand } from '@labalaba/contract'
import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactNode } from 'react'
import { registerFonts } from '../../../infra/pdf/fonts.ts'
import { inThread } from '../../../infra/pdf/in-thread.ts'
import { drawBand, drawLogo } from '../../../infra/pdf/letterhead.ts'
import type { DocumentLine, StatementDocument } from './content.ts'
import { styles } from './styles.ts'

registerFonts()

/** Draws a statement on A4, as many pages as it needs. */
export async function drawStatement(content: StatementDocument): Promise<Uint8Array> {
  const { lab, days, sums, closing, moved } = content
  const about = { author: brand.name, creator: brand.name, producer: brand.name, language: 'en-NG' }
  const [words, amount] = closing
  return await renderToBuffer(
    draw(
      Document,
      { title: `Statement of ${lab}, ${days}`, ...about },
      draw(
        Page,
        { size: 'A4', style: styles.page },
        drawBand(),
        head(content),
        ...sums.map(([label, total]) => pair(label, total)),
        draw(
          View,
          { style: styles.closing, wrap: false },
          draw(Text, { style: styles.closingWords }, words),
          draw(Text, { style: styles.closingAmount }, amount),
        ),
        moved.length === 0 ? draw(Text, {}, 'There are no entries in these days.') : null,
        ...moved.flatMap(({ day, lines }) => [
          draw(Text, { key: day, style: styles.day, minPresenceAhead: 30 }, day),
          ...lines.map((line, index) => entry(line, `${day} ${index}`)),
        ]),
        foot(content),
      ),
    ),
  )
}

/** Draws for the renderer of this folder. */
export const render = inThread(drawStatement)

function head({ lab, days, printed }: StatementDocument): ReactNode {
  return draw(
    View,
    { style: styles.head },
    drawLogo(),
    draw(
      View,
      { style: styles.right },
      draw(Text, { style: styles.title }, 'Statement'),
      draw(Text, { style: styles.lab }, lab),
      draw(Text, { style: styles.small }, days),
      draw(Text, { style: styles.small }, `Printed ${printed}`),
    ),
  )
}

function pair(label: string, amount: string): ReactNode {
  return draw(
    View,
    { key: label, style: styles.sum, wrap: false },
    draw(Text, {}, label),
    draw(Text, {}, amount),
  )
}

function entry({ time, words, order, amount, balance }: DocumentLine, key: string): ReactNode {
  return draw(
    View,
    { key, style: styles.line, wrap: false },
    draw(Text, { style: styles.time }, time),
    draw(Text, { style: styles.words }, words),
    draw(Text, { style: styles.order }, order),
    draw(Text, { style: styles.amount }, amount),
    draw(Text, { style: styles.balance }, balance),
  )
}

function foot({ company }: StatementDocument): ReactNode {
  return draw(
    View,
    { fixed: true, style: styles.foot },
    ...company.map((line) => draw(Text, { key: line, style: styles.small }, line)),
  )
}
