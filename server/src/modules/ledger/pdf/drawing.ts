import { brand } from '@labalaba/contract'
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactNode } from 'react'
import { colours } from '../../../infra/pdf/colours.ts'
import { registerFonts } from '../../../infra/pdf/fonts.ts'
import { inThread } from '../../../infra/pdf/in-thread.ts'
import { drawBand, drawLogo } from '../../../infra/pdf/letterhead.ts'
import type { DocumentLine, StatementDocument } from './content.ts'

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

const side = 48
const row = { flexDirection: 'row', justifyContent: 'space-between' } as const

/** Styles of a statement's parts, in points. */
const styles = StyleSheet.create({
  page: {
    paddingTop: 52,
    paddingBottom: 70,
    paddingHorizontal: side,
    backgroundColor: '#ffffff',
    fontFamily: 'Noto Sans',
    fontSize: 9,
    lineHeight: 1.4,
    color: colours.ink,
  },
  head: { ...row, alignItems: 'flex-start', marginBottom: 18 },
  right: { alignItems: 'flex-end' },
  title: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 26, lineHeight: 1.15 },
  lab: { fontWeight: 600, fontSize: 11 },
  small: { fontSize: 8.5, color: colours.muted },
  sum: { ...row, paddingVertical: 3, borderBottomWidth: 0.75, borderBottomColor: colours.hair },
  closing: {
    ...row,
    alignItems: 'center',
    backgroundColor: colours.sand,
    borderRadius: 8,
    paddingVertical: 7,
    paddingHorizontal: 14,
    marginVertical: 6,
    marginHorizontal: -14,
  },
  closingWords: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 14, lineHeight: 1.3 },
  closingAmount: { fontWeight: 600, fontSize: 14, lineHeight: 1.3 },
  day: {
    fontFamily: 'Brygada',
    fontWeight: 600,
    fontSize: 12,
    lineHeight: 1.3,
    marginTop: 10,
    marginBottom: 3,
  },
  line: {
    flexDirection: 'row',
    columnGap: 10,
    paddingVertical: 3,
    borderBottomWidth: 0.75,
    borderBottomColor: colours.hair,
  },
  time: { width: 30, color: colours.muted },
  words: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  order: { width: 130 },
  amount: { width: 78, textAlign: 'right', fontWeight: 600 },
  balance: { width: 84, textAlign: 'right', color: colours.muted },
  foot: {
    position: 'absolute',
    bottom: 24,
    left: side,
    right: side,
    borderTop: `0.75pt solid ${colours.hair}`,
    paddingTop: 6,
  },
})
