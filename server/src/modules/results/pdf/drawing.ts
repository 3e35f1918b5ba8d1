import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactElement, type ReactNode } from 'react'
import { encode } from 'uqr'
import { ink } from '../../../infra/pdf/colours.ts'
import { learnLetters } from '../../../infra/pdf/fonts.ts'
import { gridCloth } from '../../../infra/pdf/pattern.ts'
import type { Labelled, Line, SheetContent } from './content.ts'
import { looks } from './styles.ts'

learnLetters()

const pageWidth = 595.28
const cloth = gridCloth(pageWidth)

/** Draws a report's sheet on A4, in the lab's name. */
export async function drawSheet(content: SheetContent): Promise<Uint8Array> {
  return await renderToBuffer(sheet(content))
}

/** Title and author contain no patient and no test, because file lists show them. */
function sheet(content: SheetContent): ReactElement<Document['props']> {
  const { lab, code } = content
  return draw(
    Document,
    { title: `Report ${code}`, author: lab, creator: lab, producer: lab, language: 'en-NG' },
    draw(
      Page,
      { size: 'A4', style: looks.page },
      band(),
      head(content),
      content.demo ? draw(Text, { style: looks.demo }, content.demo) : null,
      content.correction ? draw(Text, { style: looks.demo }, content.correction) : null,
      facts(content.facts),
      draw(Text, { style: looks.title }, content.title),
      content.partOf ? draw(Text, { style: looks.small }, `Part of ${content.partOf}`) : null,
      content.lines.length > 0 ? table(content.lines) : null,
      attached(content.attachment),
      ...content.notes.map((note) => draw(Text, { key: note, style: looks.note }, note)),
      check(content),
      foot(content),
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

function head({ lab, place }: SheetContent): ReactNode {
  return draw(
    View,
    { style: looks.head },
    draw(Text, { style: looks.lab }, lab),
    ...place.map((line) => draw(Text, { key: line, style: looks.small }, line)),
  )
}

function facts(all: readonly Labelled[]): ReactNode {
  const cells = all.map(([label, value]) =>
    draw(
      View,
      { key: label, style: looks.fact, wrap: false },
      draw(Text, { style: looks.label }, label),
      draw(Text, { style: looks.value }, value),
    ),
  )
  return draw(View, { style: looks.facts }, ...cells)
}

function table(lines: readonly Line[]): ReactNode {
  return draw(
    View,
    { style: looks.table },
    draw(
      View,
      { style: looks.heading },
      draw(Text, { style: looks.name }, 'What was measured'),
      draw(Text, { style: looks.figure }, 'Result'),
      draw(Text, { style: looks.said }, 'Interval'),
      draw(Text, { style: looks.mark }, 'Mark'),
    ),
    ...lines.map((line, index) => row(line, `line ${index}`)),
  )
}

/** Prints the digits of the file's hash in separate lines, so that they break nowhere else. */
function attached([words, ...digits]: SheetContent['attachment']): ReactNode {
  if (words === undefined) return null
  return draw(
    View,
    { style: looks.attached, wrap: false },
    draw(Text, { style: looks.value }, words),
    ...digits.map((line) => draw(Text, { key: line, style: looks.small }, line)),
  )
}

/** A long value takes the whole width, without interval and mark. */
function row({ name, value, unit, interval, mark }: Line, key: string): ReactNode {
  const isLong = value.length > 22
  return draw(
    View,
    { key, style: looks.line, wrap: value.length > 600 },
    draw(Text, { style: looks.name }, name),
    draw(Text, { style: isLong ? looks.long : looks.figure }, unit ? `${value} ${unit}` : value),
    ...(isLong
      ? []
      : [
          draw(Text, { key: 'interval', style: looks.said }, interval),
          draw(Text, { key: 'mark', style: looks.mark }, mark),
        ]),
  )
}

function check({ code, checkUrl }: SheetContent): ReactNode {
  const { data, size } = encode(checkUrl, { ecc: 'M', border: 2 })
  const dark = data.flatMap((cells, y) => cells.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return draw(
    View,
    { style: looks.check, wrap: false },
    draw(
      Svg,
      { viewBox: `0 0 ${size} ${size}`, style: looks.square },
      draw(Path, { d: `M0 0h${size}v${size}h-${size}z`, fill: '#ffffff' }),
      draw(Path, { d: dark.join(''), fill: ink.ink }),
    ),
    draw(
      View,
      { style: looks.checkText },
      draw(Text, { style: looks.label }, 'Check that this report is genuine'),
      draw(Text, { style: looks.code }, code),
      draw(
        Text,
        { style: looks.small },
        `Scan the square, or type the code at ${checkUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')}, to see if this report is valid and this file is unchanged.`,
      ),
    ),
  )
}

function foot({ foot: words, code }: SheetContent): ReactNode {
  return draw(
    View,
    { fixed: true, style: looks.foot },
    draw(Text, { style: looks.small }, words),
    draw(Text, { style: looks.small }, code),
  )
}
