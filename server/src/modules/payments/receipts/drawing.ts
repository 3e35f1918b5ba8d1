import { brand } from '@labalaba/contract'
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactElement, type ReactNode } from 'react'
import { colours } from '../../../infra/pdf/colours.ts'
import { registerFonts } from '../../../infra/pdf/fonts.ts'
import { inThread } from '../../../infra/pdf/in-thread.ts'
import { drawBand, drawLogo } from '../../../infra/pdf/letterhead.ts'
import type { Labelled, ReceiptContent } from './content.ts'

registerFonts()

/** Draws a receipt on A4: one page for about a dozen tests, more pages if it needs them. */
export async function drawReceipt(content: ReceiptContent): Promise<Uint8Array> {
  return await renderToBuffer(documentOf(content))
}

/** Draws for the renderer of this folder. */
export const render = inThread(drawReceipt)

/** Title and author name no person and no test, because they show in lists of files. */
function documentOf(content: ReceiptContent): ReactElement<Document['props']> {
  return draw(
    Document,
    {
      title: `${content.title} ${content.number}`,
      author: brand.name,
      creator: brand.name,
      producer: brand.name,
      language: 'en-NG',
    },
    draw(
      Page,
      { size: 'A4', style: styles.page },
      drawBand(),
      head(content),
      content.demo ? draw(Text, { style: styles.demo }, content.demo) : null,
      facts(content.facts),
      bill(content),
      deeds(content.deeds),
      ...content.notes.map((note) => draw(Text, { key: note, style: styles.note }, note)),
      foot(content),
    ),
  )
}

function head({ title, number, issued }: ReceiptContent): ReactNode {
  return draw(
    View,
    { style: styles.head },
    drawLogo(),
    draw(
      View,
      { style: styles.headRight },
      draw(Text, { style: styles.title }, title),
      draw(Text, { style: styles.number }, number),
      draw(Text, { style: styles.small }, `Issued ${issued}`),
    ),
  )
}

function facts(all: readonly Labelled[]): ReactNode {
  const cells = all.map(([label, value]) =>
    draw(
      View,
      { key: label, style: styles.fact, wrap: false },
      draw(Text, { style: styles.label }, label),
      draw(Text, { style: { ...styles.value, fontSize: fitting(value) } }, value),
    ),
  )
  return draw(View, { style: styles.facts }, ...cells)
}

/** A word that is too long for the line, such as an email address, is drawn smaller, because it cannot be broken. */
function fitting(value: string): number {
  const longest = Math.max(...value.split(' ').map((word) => word.length))
  return Math.max(6.5, Math.min(10, 420 / longest))
}

/** The items, the sums, how it was paid and what was refunded. */
function bill({ items, sums, total, paidWith, refunds }: ReceiptContent): ReactNode {
  return draw(
    View,
    { style: styles.bill },
    draw(Text, { style: styles.heading, minPresenceAhead: 40 }, 'What was paid for'),
    ...items.map((line, index) => row(line, `item ${index}`, styles.item)),
    draw(
      View,
      { wrap: false },
      ...sums.map((line) => row(line, line[0], styles.sum)),
      draw(
        View,
        { style: styles.total },
        draw(Text, { style: styles.totalLabel }, total[0]),
        draw(Text, { style: styles.totalAmount }, total[1]),
      ),
      ...paidWith.map((line) => row(line, line[0], styles.sum)),
    ),
    ...(refunds.length > 0
      ? [
          draw(Text, { key: 'refunds', style: styles.heading, minPresenceAhead: 40 }, 'What was returned'),
          ...refunds.map((line, index) => row(line, `refund ${index}`, styles.item)),
        ]
      : []),
  )
}

/** The work that was done, by name and time. */
function deeds(all: readonly Labelled[]): ReactNode {
  if (all.length === 0) return null
  return draw(
    View,
    { style: styles.bill },
    draw(Text, { style: styles.heading, minPresenceAhead: 40 }, 'What was done'),
    ...all.map((line) => row(line, line[0], styles.item)),
  )
}

function row(
  [label, amount]: Labelled,
  key: string,
  style: (typeof styles)['item'] | (typeof styles)['sum'],
) {
  return draw(
    View,
    { key, style, wrap: false },
    draw(Text, { style: styles.rowLabel }, label),
    draw(Text, { style: styles.amount }, amount),
  )
}

/** On every page, with the number, so that a printed page can be identified. */
function foot({ company, number }: ReceiptContent): ReactNode {
  return draw(
    View,
    { fixed: true, style: styles.foot },
    draw(
      View,
      { style: styles.footHead },
      draw(Text, { style: styles.company }, company.name),
      draw(Text, { style: styles.small }, number),
    ),
    ...company.lines.map((line) => draw(Text, { key: line, style: styles.small }, line)),
  )
}

const side = 48
const spread = { flexDirection: 'row', justifyContent: 'space-between' } as const

/** The styles of a receipt, in points. The digits of Noto Sans have equal widths. */
const styles = StyleSheet.create({
  page: {
    paddingTop: 52,
    paddingBottom: 76,
    paddingHorizontal: side,
    backgroundColor: '#ffffff',
    fontFamily: 'Noto Sans',
    fontSize: 10,
    lineHeight: 1.4,
    color: colours.ink,
  },
  head: { ...spread, alignItems: 'flex-start', marginBottom: 18 },
  headRight: { alignItems: 'flex-end' },
  title: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 26, lineHeight: 1.15 },
  number: { fontWeight: 600, fontSize: 11 },
  small: { fontSize: 8.5, color: colours.muted },
  demo: {
    backgroundColor: colours.warnTint,
    color: colours.warn,
    borderRadius: 6,
    fontWeight: 600,
    fontSize: 9.5,
    paddingVertical: 5,
    paddingHorizontal: 10,
    marginBottom: 14,
  },
  facts: { flexDirection: 'row', flexWrap: 'wrap', columnGap: 24, rowGap: 6, marginBottom: 12 },
  fact: { width: 237 },
  label: { fontSize: 8.5, color: colours.muted },
  value: { fontSize: 10 },
  bill: { marginBottom: 12 },
  heading: {
    fontFamily: 'Brygada',
    fontWeight: 600,
    fontSize: 14,
    lineHeight: 1.3,
    marginTop: 6,
    marginBottom: 4,
  },
  item: {
    ...spread,
    columnGap: 24,
    paddingVertical: 3,
    borderBottomWidth: 0.75,
    borderBottomColor: colours.hair,
  },
  sum: { ...spread, columnGap: 24, paddingVertical: 3, color: colours.muted },
  rowLabel: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  amount: { textAlign: 'right' },
  total: {
    ...spread,
    alignItems: 'center',
    backgroundColor: colours.sand,
    borderRadius: 8,
    paddingVertical: 7,
    paddingHorizontal: 14,
    marginVertical: 4,
    marginHorizontal: -14,
  },
  totalLabel: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 14, lineHeight: 1.3 },
  totalAmount: { fontWeight: 600, fontSize: 15, lineHeight: 1.3 },
  note: { fontSize: 9.5, marginBottom: 4 },
  foot: {
    position: 'absolute',
    bottom: 24,
    left: side,
    right: side,
    borderTop: `0.75pt solid ${colours.hair}`,
    paddingTop: 6,
  },
  footHead: spread,
  company: { fontSize: 9.5, fontWeight: 600 },
})
