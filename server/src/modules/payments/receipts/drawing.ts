import { brand } from '@labalaba/contract'
import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactElement, type ReactNode } from 'react'
import { ink } from '../../../infra/pdf/colours.ts'
import { learnLetters } from '../../../infra/pdf/fonts.ts'
import { gridCloth, lockup } from '../../../infra/pdf/pattern.ts'
import type { Labelled, ReceiptContent } from './content.ts'
import { looks } from './styles.ts'

learnLetters()

const pageWidth = 595.28
const cloth = gridCloth(pageWidth)

/** Draws a receipt on A4: one page for about a dozen tests, more pages if it needs them. */
export async function drawReceipt(content: ReceiptContent): Promise<Uint8Array> {
  return await renderToBuffer(sheet(content))
}

/** Title and author name no person and no test, because they show in lists of files. */
function sheet(content: ReceiptContent): ReactElement<Document['props']> {
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
      { size: 'A4', style: looks.page },
      band(),
      head(content),
      content.demo ? draw(Text, { style: looks.demo }, content.demo) : null,
      facts(content.facts),
      bill(content),
      deeds(content.deeds),
      ...content.notes.map((note) => draw(Text, { key: note, style: looks.note }, note)),
      foot(content),
    ),
  )
}

function band(): ReactNode {
  const box = `0 0 ${pageWidth} ${cloth.height}`
  return draw(
    View,
    { fixed: true, style: looks.band },
    draw(
      Svg,
      { viewBox: box, style: { width: pageWidth, height: cloth.height } },
      draw(Path, { d: cloth.lines, stroke: ink.paper, strokeWidth: 0.7, fill: 'none' }),
      draw(Path, { d: cloth.fills, fill: ink.paper }),
    ),
  )
}

function head({ title, number, issued }: ReceiptContent): ReactNode {
  return draw(
    View,
    { style: looks.head },
    mark(),
    draw(
      View,
      { style: looks.headRight },
      draw(Text, { style: looks.title }, title),
      draw(Text, { style: looks.number }, number),
      draw(Text, { style: looks.small }, `Issued ${issued}`),
    ),
  )
}

function mark(): ReactNode {
  const wings = 'translate(-2.4 -3) scale(1.3)'
  const letters = 'translate(92 2)'
  return draw(
    Svg,
    { viewBox: '0 0 411.5 80', style: looks.lockup },
    draw(Path, { d: lockup.wings, fill: ink.indigo, fillRule: 'evenodd', transform: wings }),
    draw(Path, { d: lockup.lowerWings, fill: ink.marigold, transform: wings }),
    draw(Path, { d: lockup.bowls, fill: ink.indigo, fillRule: 'evenodd', transform: letters }),
    draw(Path, { d: lockup.stems, fill: ink.indigo, transform: letters }),
  )
}

function facts(all: readonly Labelled[]): ReactNode {
  const cells = all.map(([label, value]) =>
    draw(
      View,
      { key: label, style: looks.fact, wrap: false },
      draw(Text, { style: looks.label }, label),
      draw(Text, { style: { ...looks.value, fontSize: fitting(value) } }, value),
    ),
  )
  return draw(View, { style: looks.facts }, ...cells)
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
    { style: looks.bill },
    draw(Text, { style: looks.heading, minPresenceAhead: 40 }, 'What was paid for'),
    ...items.map((line, index) => row(line, `item ${index}`, looks.item)),
    draw(
      View,
      { wrap: false },
      ...sums.map((line) => row(line, line[0], looks.sum)),
      draw(
        View,
        { style: looks.total },
        draw(Text, { style: looks.totalLabel }, total[0]),
        draw(Text, { style: looks.totalAmount }, total[1]),
      ),
      ...paidWith.map((line) => row(line, line[0], looks.sum)),
    ),
    ...(refunds.length > 0
      ? [
          draw(Text, { key: 'refunds', style: looks.heading, minPresenceAhead: 40 }, 'What was returned'),
          ...refunds.map((line, index) => row(line, `refund ${index}`, looks.item)),
        ]
      : []),
  )
}

/** The work that was done, by name and time. */
function deeds(all: readonly Labelled[]): ReactNode {
  if (all.length === 0) return null
  return draw(
    View,
    { style: looks.bill },
    draw(Text, { style: looks.heading, minPresenceAhead: 40 }, 'What was done'),
    ...all.map((line) => row(line, line[0], looks.item)),
  )
}

function row([label, amount]: Labelled, key: string, style: (typeof looks)['item'] | (typeof looks)['sum']) {
  return draw(
    View,
    { key, style, wrap: false },
    draw(Text, { style: looks.rowLabel }, label),
    draw(Text, { style: looks.amount }, amount),
  )
}

/** On every page, with the number, so that a printed page can be identified. */
function foot({ company, number }: ReceiptContent): ReactNode {
  return draw(
    View,
    { fixed: true, style: looks.foot },
    draw(
      View,
      { style: looks.footHead },
      draw(Text, { style: looks.company }, company.name),
      draw(Text, { style: looks.small }, number),
    ),
    ...company.lines.map((line) => draw(Text, { key: line, style: looks.small }, line)),
  )
}
